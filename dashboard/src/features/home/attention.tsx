import { Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCreditCard, IconReceipt, IconShoppingBag } from '@tabler/icons-react';
import { ForwardIcon } from '@/shared/ui/icons';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { Section } from '@/shared/ui/page';
import type { Summary } from './home.api';
import { useHomeText } from './i18n';

/** What waits for the merchant, each with the list where it is done. */
export function Attention({ data }: { data: Summary }) {
  const t = useHomeText();
  const isMore = (count: string) => data.more_than.includes(count);
  const rows = [
    {
      key: 'waiting',
      count: data.waiting_orders ?? 0,
      text: t('attention.waiting', { count: data.waiting_orders ?? 0 }),
      icon: IconShoppingBag,
      color: 'lapis',
      to: '/orders/list?status=PEND',
    },
    {
      key: 'receipts',
      count: data.waiting_receipts ?? 0,
      text: t('attention.receipts', { count: data.waiting_receipts ?? 0, isMore: isMore('waiting_receipts') }),
      icon: IconReceipt,
      color: 'lapis',
      to: '/orders/list?receipt=waiting',
    },
    {
      key: 'cases',
      count: data.payment_cases ?? 0,
      text: t('attention.cases', { count: data.payment_cases ?? 0, isMore: isMore('payment_cases') }),
      icon: IconCreditCard,
      color: 'yellow',
      to: '/orders/payment-cases',
    },
    {
      key: 'low',
      count: data.low_stock_products ?? 0,
      text: t('attention.lowStock', { count: data.low_stock_products ?? 0, isMore: isMore('low_stock_products') }),
      icon: IconAlertTriangle,
      color: 'yellow',
      to: '/products/list?stock=low,out',
    },
  ].filter((row) => row.count > 0);
  return (
    <Section title={t('attention')}>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('attentionNone')}
        </Text>
      ) : (
        <Stack gap={12}>
          {rows.map((row) => (
            <LinkAnchor key={row.key} to={row.to} underline="never" c="inherit">
              <Group gap={12} wrap="nowrap">
                <ThemeIcon variant="light" color={row.color} size={36} radius="md">
                  <row.icon size={18} aria-hidden />
                </ThemeIcon>
                <Text size="sm" flex={1}>
                  {row.text}
                </Text>
                <ForwardIcon size={16} />
              </Group>
            </LinkAnchor>
          ))}
        </Stack>
      )}
    </Section>
  );
}
