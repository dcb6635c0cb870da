import { Button, Group, Text } from '@mantine/core';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { useOrderMoneyText } from './i18n';
import type { ReturnPreview } from './money.api';
import { RefundSummary } from './refund-summary';
import { isPositive } from './return-parts';

/** What a return refunds and writes off, as the server's preview has it. */
export function ReturnSummary({
  preview,
  currency,
  most,
}: {
  preview: ReturnPreview;
  currency: string;
  /** What can be refunded where the amount is above it; null where it is not. */
  most: string | null;
}) {
  const t = useOrderMoneyText();
  const { language } = useLanguage();
  return (
    <RefundSummary amount={preview.amount} vat={preview.vat} currency={currency}>
      {isPositive(preview.not_owed) && (
        <Text size="xs" c="dimmed">
          {t('return.notOwed', { amount: formatMoney(preview.not_owed, currency, language) })}
        </Text>
      )}
      {most !== null && (
        <Text size="xs" c="red">
          {t('refund.above', { amount: formatMoney(most, currency, language) })}
        </Text>
      )}
    </RefundSummary>
  );
}

/** In its place where the preview could not be read. */
export function PreviewFailed({ onRetry }: { onRetry: () => void }) {
  const t = useOrderMoneyText();
  const s = useShared();
  return (
    <Group gap={8} role="alert">
      <Text size="sm" c="red">
        {t('return.previewFailed')}
      </Text>
      <Button size="xs" variant="default" onClick={onRetry}>
        {s('tryAgain')}
      </Button>
    </Group>
  );
}
