import { useQueryClient } from '@tanstack/react-query';
import { coupons, type CouponView } from '@/modules/coupons/coupons.api';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { toast } from '@/shared/ui/toast';
import { restoreCoupon } from './coupons.api';
import { useCouponText } from './i18n';

/** Confirms, deletes, and offers to restore; returns whether it was deleted. `before` runs after the confirmation. */
export function useRemoveCoupon(): (coupon: CouponView, before?: () => unknown) => Promise<boolean> {
  const t = useCouponText();
  const client = useQueryClient();
  const mayCreate = useCan('create', 'Coupon');
  const refresh = () => client.invalidateQueries({ queryKey: coupons.key });
  return async (coupon, before) => {
    const code = `\u2068${coupon.code}\u2069`;
    const isConfirmed = await confirm({
      title: t('deleteAskOne', { code }),
      text: t('deleteText'),
      confirm: t('delete'),
      danger: true,
    });
    if (!isConfirmed) return false;
    try {
      await coupons.remove(coupon.id);
    } catch {
      // The client has shown the error; the coupon is unchanged.
      return false;
    }
    await before?.();
    client.removeQueries({ queryKey: [...coupons.key, 'one', coupon.id] });
    void refresh();
    const restore = async () => {
      try {
        await restoreCoupon(coupon.id);
      } catch {
        return;
      }
      toast.success(t('restored', { code }));
      await refresh();
    };
    toast.success({
      title: t('deleted', { code }),
      ...(mayCreate && { action: { label: t('undo'), run: () => void restore() } }),
    });
    return true;
  };
}
