import { Button, Menu } from '@mantine/core';
import {
  IconBan,
  IconCash,
  IconCashOff,
  IconChevronDown,
  IconExternalLink,
  IconLink,
  IconPencil,
} from '@tabler/icons-react';
import { useMayOpen } from '@/modules/screens/screens';
import { orderTones, type OrderStatus } from '@/modules/status-badge/order-status';
import { copyText } from '@/shared/ui/copy';
import { LinkMenuItem } from '@/shared/ui/link-menu-item';
import { DuplicateItem } from './draft/draft-actions';
import { useNextStatusText } from './next-status/i18n';
import { useNextLabel } from './order-next';
import { isEditable } from './orders.model';
import type { OrderView } from './orders.api';
import { useOrderPageText } from './page/i18n';

/** What can be done with an order besides its next step; an action without its callback is not offered. */
export function OrderMenu({
  order,
  others,
  busy,
  onStatus,
  onPaid,
  onNotPaid,
  onCancel,
}: {
  order: OrderView;
  /** The further statuses that it can move to. */
  others: readonly OrderStatus[];
  busy: boolean;
  onStatus: (status: OrderStatus) => void;
  onPaid?: () => void;
  onNotPaid?: () => void;
  onCancel?: () => void;
}) {
  const t = useOrderPageText();
  const step = useNextStatusText();
  const label = useNextLabel();
  const mayEdit = useMayOpen('/orders/view/$id/edit');
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />} loading={busy}>
          {t('more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {mayEdit && isEditable(order.status) && (
          <LinkMenuItem
            to="/orders/view/$id/edit"
            params={{ id: order.id }}
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {t('edit')}
          </LinkMenuItem>
        )}
        <DuplicateItem order={order} />
        <ShopperItems url={order.shopper_url} />
        {others.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('moveTo')}</Menu.Label>
          </>
        )}
        {others.map((status) => (
          <Menu.Item key={status} leftSection={<Dot status={status} />} onClick={() => onStatus(status)}>
            {label(order.status, status)}
          </Menu.Item>
        ))}
        {(onPaid || onNotPaid) && <Menu.Divider />}
        {onNotPaid && (
          <Menu.Item leftSection={<IconCashOff size={16} aria-hidden />} onClick={onNotPaid}>
            {t('pay.unmark')}
          </Menu.Item>
        )}
        {onPaid && (
          <Menu.Item leftSection={<IconCash size={16} aria-hidden />} onClick={onPaid}>
            {t('pay.mark')}
          </Menu.Item>
        )}
        {onCancel && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconBan size={16} aria-hidden />} onClick={onCancel}>
              {step('next.CNCL')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The order's page in the store, to look at and to send to the customer. */
function ShopperItems({ url }: { url: string }) {
  const t = useOrderPageText();
  const copy = () => copyText(url, { done: t('link.copied'), failed: t('link.notCopied') });
  return (
    <>
      <Menu.Item
        component="a"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        leftSection={<IconExternalLink size={16} className="flip" aria-hidden />}
      >
        {t('link.open')}
      </Menu.Item>
      <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => void copy()}>
        {t('link.copy')}
      </Menu.Item>
    </>
  );
}

function Dot({ status }: { status: OrderStatus }) {
  return (
    <span
      aria-hidden
      style={{
        display: 'block',
        inlineSize: 8,
        blockSize: 8,
        marginInline: 4,
        borderRadius: 4,
        background: `var(--tone-${orderTones[status]}-fg)`,
      }}
    />
  );
}
