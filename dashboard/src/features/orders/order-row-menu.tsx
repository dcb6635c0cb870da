import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowForwardUp, IconBrandWhatsapp, IconCopy, IconDots, IconEye, IconPhone } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { OrderRow } from '@/modules/order-brief/order-row';
import { whatsappLink } from '@/modules/person/mobile';
import { useStatusText } from '@/modules/status-badge/i18n';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { toast } from '@/shared/ui/toast';
import { useOrderText } from './i18n';
import { tellOrderFailure } from './order-failure';
import { orderName } from './order-name';
import { useNextLabel } from './order-next';
import { setStatus, staleAfterChange } from './orders.api';
import { naturalNext, transitions } from './orders.model';

/** What is done to an order without opening it: the usual next step, and reaching its customer. */
export function OrderRowMenu({ order }: { order: OrderRow }) {
  const t = useOrderText();
  const s = useShared();
  const status = useStatusText();
  const nextLabel = useNextLabel();
  const mayUpdate = useCan('update', 'Order');
  const move = useApiMutation({
    run: (to: OrderRow['status']) => setStatus(order.id, { status: to, version: order.version }),
    invalidates: staleAfterChange,
  });
  const step = mayUpdate ? naturalNext(order.status, transitions[order.status] ?? [], order.shipping_provider) : null;
  // Returning goods asks about the stock, which is done on the order's own page.
  const next = step === 'RTRN' ? null : step;
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon aria-label={t('rowMenu', { number: orderName(order.number) })} loading={move.isPending}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {next && (
          <>
            <Menu.Item
              leftSection={<IconArrowForwardUp size={16} className="flip" aria-hidden />}
              onClick={() =>
                move.mutate(next, {
                  onSuccess: () => toast.success(t('statusChanged', { status: status(`order.${next}`) })),
                  onError: tellOrderFailure,
                })
              }
            >
              {nextLabel(order.status, next)}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item
          component={Link}
          to="/orders/view/$id"
          params={{ id: order.id } as never}
          leftSection={<IconEye size={16} aria-hidden />}
        >
          {t('open')}
        </Menu.Item>
        {order.mobile && (
          <>
            <Menu.Item
              component="a"
              href={whatsappLink(order.mobile)}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconBrandWhatsapp size={16} aria-hidden />}
            >
              {t('whatsapp')}
            </Menu.Item>
            <Menu.Item component="a" href={`tel:${order.mobile}`} leftSection={<IconPhone size={16} aria-hidden />}>
              {t('call')}
            </Menu.Item>
          </>
        )}
        <Menu.Item
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() =>
            void navigator.clipboard.writeText(String(order.number)).then(() => toast.success(s('copied')))
          }
        >
          {t('copyNumber')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
