import { Alert, Button, Text } from '@mantine/core';
import { IconReceiptRefund } from '@tabler/icons-react';
import { useNextStatusText } from './next-status/i18n';
import { useOrderPageText } from './page/i18n';

/** OR-04: nothing is paid any more for an order that has not left: its next step is to cancel it. */
export default function RefundedCallout({ onCancel }: { onCancel: () => void }) {
  const t = useOrderPageText();
  const step = useNextStatusText();
  return (
    <Alert color="gray" icon={<IconReceiptRefund size={18} aria-hidden />} title={t('refunded.title')}>
      <Text size="sm" mb={12}>
        {t('refunded.text')}
      </Text>
      <Button size="sm" onClick={onCancel}>
        {step('next.CNCL')}
      </Button>
    </Alert>
  );
}
