import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { orderPageQuery } from '@/modules/order-brief/order-page.api';
import { copyText } from '@/shared/ui/copy';
import { useOrderMoneyText } from './i18n';

/** The order's payment link, from its page's answer; null when it owes nothing or cannot be paid online. */
const paymentLinkQuery = (id: string) =>
  queryOptions({ ...orderPageQuery(id), select: ({ payment_link }) => payment_link ?? null });

/** PY-03: copies the link by which the shopper pays online what the order owes. */
export function PaymentLinkButton({ order }: { order: string }) {
  const t = useOrderMoneyText();
  const link = useQuery(paymentLinkQuery(order)).data;
  if (!link) return null;
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconCopy size={16} aria-hidden />}
      onClick={() => void copyText(link, { done: t('link.copied') })}
    >
      {t('link')}
    </Button>
  );
}
