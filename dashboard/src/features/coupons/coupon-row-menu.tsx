import type { CouponView } from '@/modules/coupons/coupons.api';
import { LazyMenu } from '@/shared/ui/lazy-menu';
import { RowButton, RowDots } from '@/shared/ui/row-button';
import { useCouponText } from './i18n';

const load = () => import('./coupon-row-items');

/** The row menu of a coupon. */
export function CouponRowMenu({ coupon }: { coupon: CouponView }) {
  const t = useCouponText();
  return (
    <LazyMenu
      width={220}
      load={load}
      items={{ coupon }}
      trigger={
        <RowButton aria-label={t('rowMenu', { name: coupon.code })}>
          <RowDots />
        </RowButton>
      }
    />
  );
}
