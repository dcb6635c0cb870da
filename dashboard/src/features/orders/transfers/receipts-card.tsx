import { Text } from '@mantine/core';
import { Section } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import type { OrderView } from '../orders.api';
import { useTransfersText } from './i18n';
import { ReceiptFacts, Thumb } from './receipt-parts';
import { useReceipts } from './use-receipts';
import classes from './transfers.module.css';

const tones = { waiting: 'amber', accepted: 'green', refused: 'gray' } as const;

/** OR-09: the decided receipts. Pending ones are shown first on the page (`ReceiptsBanner`). */
export function ReceiptsCard({ order }: { order: OrderView }) {
  const t = useTransfersText();
  const decided = useReceipts(order)?.filter((receipt) => receipt.status !== 'waiting') ?? [];
  if (decided.length === 0) return null;
  return (
    <Section title={t('title')}>
      <ol className={classes.list}>
        {decided.map((receipt) => (
          <li key={receipt.id} className={classes.receipt}>
            <Thumb order={order} receipt={receipt} />
            <div className={classes.facts}>
              <StatusBadge tone={tones[receipt.status]}>{t(receipt.status)}</StatusBadge>
              <Text size="xs" c="dimmed" component="div">
                {t('sent')} <Time value={receipt.sent_at} style="full" />
              </Text>
              <ReceiptFacts order={order} receipt={receipt} />
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
