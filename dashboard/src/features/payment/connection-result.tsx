import { Text } from '@mantine/core';
import { formatDate } from '@/shared/i18n/format';
import { ConnectionBadge } from './method-row';
import { usePaymentText } from './i18n';
import type { Connection } from './payment.api';

/** How the last test of a connection ended, and what the gateway said. */
export function ConnectionResult({ connection }: { connection: Connection }) {
  const t = usePaymentText();
  const isConnected = connection.outcome === 'connected';
  const account = connection.account && t('connect.account', { account: `\u2068${connection.account}\u2069` });
  const when = connection.checked_at && t('connect.testedAt', { when: formatDate(connection.checked_at) });
  return (
    <div role="status">
      <ConnectionBadge connection={connection} />
      {!isConnected && connection.message && (
        <Text size="sm" mt={4}>
          {connection.message}
        </Text>
      )}
      {connection.words && (
        <Text size="xs" c="dimmed" mt={2} style={{ overflowWrap: 'anywhere' }}>
          {t('connect.words', { words: `\u2068${connection.words}\u2069` })}
        </Text>
      )}
      {(account || when) && (
        <Text size="xs" c="dimmed" mt={2}>
          {[account, when].filter(Boolean).join(' · ')}
        </Text>
      )}
    </div>
  );
}
