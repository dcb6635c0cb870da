import { Text } from '@mantine/core';
import { formatDate } from '@/shared/i18n/format';
import { StatusBadge } from '@/shared/ui/status-badge';
import { accountState } from './account-state';
import type { CourierAccount } from '@/modules/couriers/couriers.api';
import { useCourierAccountText } from './i18n';

/** How a courier's account stands, in a few words. A courier without calls is connected or not. */
export function AccountBadge({ account, isTested }: { account: CourierAccount | undefined; isTested: boolean }) {
  const t = useCourierAccountText();
  const { word, tone } = accountState(account);
  if (!isTested && word === 'untested') return <StatusBadge tone="green">{t('state.connected')}</StatusBadge>;
  return <StatusBadge tone={tone}>{t(`state.${word}`)}</StatusBadge>;
}

/** How the last test of an account ended, and what the courier said. */
export function AccountResult({ account, isTested }: { account: CourierAccount; isTested: boolean }) {
  const t = useCourierAccountText();
  const result = account.check_result;
  return (
    <div role="status">
      <AccountBadge account={account} isTested={isTested} />
      {result && result.outcome !== 'connected' && result.message && (
        <Text size="sm" mt={4}>
          {result.message}
        </Text>
      )}
      {result?.words && (
        <Text size="xs" c="dimmed" mt={2} style={{ overflowWrap: 'anywhere' }}>
          {t('words', { words: `\u2068${result.words}\u2069` })}
        </Text>
      )}
      {account.checked_at && (
        <Text size="xs" c="dimmed" mt={2}>
          {t('testedAt', { when: formatDate(account.checked_at) })}
        </Text>
      )}
    </div>
  );
}
