import { Alert, Text } from '@mantine/core';
import { IconPackageOff } from '@tabler/icons-react';
import { DuplicateButton } from './draft/draft-actions';
import type { OrderView } from './orders.api';
import { useOrderPageText } from './page/i18n';

/** OR-04: a refused order is not shipped again (decisions 5): its next step is a return, or a duplicate. */
export function RefusedCallout({ order }: { order: OrderView }) {
  const t = useOrderPageText();
  if (order.status !== 'RFSD') return null;
  return (
    <Alert color="gray" icon={<IconPackageOff size={18} aria-hidden />} title={t('refused.title')}>
      <Text size="sm" mb={12}>
        {t('refused.text')}
      </Text>
      <DuplicateButton order={order} />
    </Alert>
  );
}
