import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { createContext, useContext, type ReactNode } from 'react';
import { useProductText } from '../i18n';
import classes from './form.module.css';

const MaySave = createContext(true);

export const useMaySave = (): boolean => useContext(MaySave);

/** The columns of the form, with a note for a member who may only look. */
export function ProductAccess({ maySave, children }: { maySave: boolean; children: ReactNode }) {
  const t = useProductText();
  return (
    <MaySave value={maySave}>
      {!maySave && (
        <Alert color="gray" mb={16} icon={<IconLock size={18} aria-hidden />}>
          {t('readOnly')}
        </Alert>
      )}
      {children}
    </MaySave>
  );
}

/** Fields of the form: disabled for a member who may only look. What folds and switches around them is not. */
export function ProductFields({ children }: { children: ReactNode }) {
  return (
    <fieldset role="presentation" className={classes.fields} disabled={!useMaySave()}>
      {children}
    </fieldset>
  );
}
