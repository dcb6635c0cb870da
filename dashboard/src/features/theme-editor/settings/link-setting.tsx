import { Button, Input } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { AddressField } from './address-field';
import { useSettingsText } from './i18n';
import { LinkPicker } from './link-picker';
import { LinkTarget } from './link-target';
import { linkKind } from './link-value';
import { useWords, type InputProps } from './plain-settings';
import classes from './settings.module.css';

/** Where a link leads: to something of the store, which it follows when that moves, or to an address. */
export function LinkSetting({ setting, field, isReadOnly }: InputProps<'link'>) {
  const t = useSettingsText();
  const words = useWords(setting);
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const value = typeof field.value === 'string' ? field.value : '';
  const kind = linkKind(value);
  /** What is chosen and the field take each other's place, and the focus with it. */
  const swap = (change: () => void) => {
    flushSync(change);
    place.current?.querySelector<HTMLElement>('input,button')?.focus();
  };
  return (
    <div ref={place}>
      {kind ? (
        <Input.Wrapper {...words} labelElement="div" error={field.fault ?? field.refusal}>
          <div className={classes.chosen}>
            <LinkTarget kind={kind} id={value} />
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              data-path={field.path}
              disabled={isReadOnly}
              onClick={() => swap(() => field.set(''))}
            >
              {t('product.remove')}
            </Button>
          </div>
        </Input.Wrapper>
      ) : (
        <AddressField setting={setting} field={field} isReadOnly={isReadOnly} />
      )}
      {!isReadOnly && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={4}
          aria-expanded={isOpen}
          aria-label={`${t('link.choose')}: ${words.label}`}
          onClick={() => setOpen(!isOpen)}
        >
          {t('link.choose')}
        </Button>
      )}
      {isOpen && !isReadOnly && (
        <LinkPicker
          onPick={({ path, id }) =>
            swap(() => {
              setOpen(false);
              field.set(id ?? path);
            })
          }
        />
      )}
    </div>
  );
}
