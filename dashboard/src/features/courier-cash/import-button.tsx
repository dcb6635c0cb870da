import { IconFileImport } from '@tabler/icons-react';
import { useMayOpen } from '@/modules/screens/screens';
import { LinkButton } from '@/shared/ui/link-button';
import { useCashText } from './i18n';

/** The main action of the area; nothing for users who may only read. */
export function ImportButton() {
  const t = useCashText();
  const mayImport = useMayOpen('/courier-cash/import');
  if (!mayImport) return null;
  return (
    <LinkButton to="/courier-cash/import" leftSection={<IconFileImport size={16} aria-hidden />}>
      {t('import')}
    </LinkButton>
  );
}
