import { Menu } from '@mantine/core';
import { IconArrowForwardUp, IconBrandWhatsapp, IconCopy, IconEye, IconPhone } from '@tabler/icons-react';
import type { OrderRow } from '@/modules/order-brief/order-row';
import { whatsappLink } from '@/modules/person/mobile';
import { useCan } from '@/shared/session/session';
import { copyText } from '@/shared/ui/copy';
import { useOrderText } from './i18n';
import { toastOrderError } from './order-failure';
import { useNextLabel } from './order-next';
import { naturalNext, transitions } from './orders.model';
import { LinkMenuItem } from '@/shared/ui/link-menu-item';

/** The row menu of an order: the usual next step, and contacting its customer. */
export default function OrderRowItems({
  order,
  onMove,
}: {
  order: OrderRow;
  /** Refused moves are shown here: the row's own code is that of the list's first paint. */
  onMove: (to: OrderRow['status']) => Promise<unknown>;
}) {
  const t = useOrderText();
  const nextLabel = useNextLabel();
  const mayUpdate = useCan('update', 'Order');
  const step = mayUpdate ? naturalNext(order.status, transitions[order.status] ?? [], order.shipping_provider) : null;
  // A return asks about restocking, on the order's own page.
  const next = step === 'RTRN' ? null : step;
  return (
    <>
      {next && (
        <>
          <Menu.Item
            leftSection={<IconArrowForwardUp size={16} className="flip" aria-hidden />}
            onClick={() => void onMove(next).catch(toastOrderError)}
          >
            {nextLabel(order.status, next)}
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      <LinkMenuItem to="/orders/view/$id" params={{ id: order.id }} leftSection={<IconEye size={16} aria-hidden />}>
        {t('open')}
      </LinkMenuItem>
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
      <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copyText(String(order.number))}>
        {t('copyNumber')}
      </Menu.Item>
    </>
  );
}
