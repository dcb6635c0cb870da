import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import type { CodRules } from './cod-rules.api';
import type { Values } from './cod-rules.model';
import { useCodRulesText } from './i18n';

/** What the rules need and the store lacks: another payment method, a bank account for deposits. */
export function RuleNotices({
  rules,
  store,
}: {
  rules: Values['rules'];
  store: Pick<CodRules, 'has_prepaid' | 'has_bank_account'>;
}) {
  const t = useCodRulesText();
  const restricts = rules.some((rule) => rule.is_active && ['prepay', 'hide_cod'].includes(rule.action));
  const asksDeposit = rules.some((rule) => rule.is_active && rule.action === 'deposit');
  return (
    <>
      {restricts && !store.has_prepaid && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
          {t('noPrepaid')}
        </Alert>
      )}
      {asksDeposit && !store.has_bank_account && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
          {t('noAccount')}{' '}
          <LinkAnchor to={'/payment-settings'} inherit underline="always">
            {t('noAccountLink')}
          </LinkAnchor>
        </Alert>
      )}
    </>
  );
}
