import { IconCopy, IconCopyPlus, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { CouponView } from '@/modules/coupons/coupons.api';
import { useMayOpen } from '@/modules/screens/screens';
import { useCan } from '@/shared/session/session';
import type { HeaderAction } from '@/shared/ui/header-actions';
import { useCouponText } from './i18n';
import { useRemoveCoupon } from './use-remove-coupon';

/** Actions on a coupon besides editing; `onGone` is called before the page of a deleted one is left. */
export function useCouponActions(
  base: CouponView | undefined,
  copyCode: (code: string) => void,
  onGone: () => void,
): HeaderAction[] {
  const t = useCouponText();
  const navigate = useNavigate();
  const mayCreate = useMayOpen('/coupons/add');
  const mayDelete = useCan('delete', 'Coupon');
  const remove = useRemoveCoupon();
  const more: HeaderAction[] = [];
  if (base) {
    more.push({ key: 'copy', label: t('copyCode'), icon: IconCopy, onClick: () => copyCode(base.code) });
    if (mayCreate) {
      more.push({
        key: 'duplicate',
        label: t('duplicate'),
        icon: IconCopyPlus,
        link: { to: '/coupons/add', search: { from: base.id } },
      });
    }
    if (mayDelete) {
      more.push({
        key: 'delete',
        label: t('delete'),
        icon: IconTrash,
        danger: true,
        folded: true,
        onClick: () =>
          void remove(base, () => {
            onGone();
            return navigate({ to: '/coupons/list' });
          }),
      });
    }
  }
  return more;
}
