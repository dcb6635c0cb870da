import { Menu } from '@mantine/core';
import { IconCopy, IconCopyPlus, IconPencil, IconShoppingBag, IconTrash } from '@tabler/icons-react';
import type { CouponView } from '@/modules/coupons/coupons.api';
import { useMayOpen } from '@/modules/screens/screens';
import { useCan } from '@/shared/session/session';
import { copyText } from '@/shared/ui/copy';
import { useCouponText } from './i18n';
import { useRemoveCoupon } from './use-remove-coupon';
import { LinkMenuItem } from '@/shared/ui/link-menu-item';

/** The menu of a coupon's row. */
export default function CouponRowItems({ coupon }: { coupon: CouponView }) {
  const t = useCouponText();
  const mayCreate = useMayOpen('/coupons/add');
  const mayUpdate = useCan('update', 'Coupon');
  const mayDelete = useCan('delete', 'Coupon');
  const mayReadOrders = useMayOpen('/orders/list');
  const remove = useRemoveCoupon();
  return (
    <>
      <Menu.Item
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => void copyText(coupon.code, { done: t('codeCopied', { code: `\u2068${coupon.code}\u2069` }) })}
      >
        {t('copyCode')}
      </Menu.Item>
      {mayUpdate && (
        <LinkMenuItem
          to="/coupons/edit/$id"
          params={{ id: coupon.id }}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t('edit')}
        </LinkMenuItem>
      )}
      {mayCreate && (
        <LinkMenuItem
          to="/coupons/add"
          search={{ from: coupon.id }}
          leftSection={<IconCopyPlus size={16} aria-hidden />}
        >
          {t('duplicate')}
        </LinkMenuItem>
      )}
      {mayReadOrders && (
        <LinkMenuItem
          to="/orders/list"
          search={{ coupon: coupon.id }}
          leftSection={<IconShoppingBag size={16} aria-hidden />}
        >
          {t('orders')}
        </LinkMenuItem>
      )}
      {mayDelete && (
        <>
          <Menu.Divider />
          <Menu.Item
            c="var(--bad)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => void remove(coupon)}
          >
            {t('delete')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
