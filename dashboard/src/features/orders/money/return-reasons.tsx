import { Alert, Text } from '@mantine/core';
import { useCan } from '@/shared/session/session';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { useOrderMoneyText } from './i18n';

/** To the store's reasons, for a member who may change them. */
export function ReasonsLink() {
  const t = useOrderMoneyText();
  return (
    <LinkAnchor to="/settings/store/returns" size="sm">
      {t('return.manage')}
    </LinkAnchor>
  );
}

/** In place of the form where the store has no reason to choose. */
export function NoReasons() {
  const t = useOrderMoneyText();
  const maySet = useCan('update', 'Setting');
  return (
    <Alert color="yellow">
      <Text size="sm">{t('return.noReasons')}</Text>
      {maySet && <ReasonsLink />}
    </Alert>
  );
}
