import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { getTimeZone } from '@/shared/i18n/format';
import { useCan } from '@/shared/session/session';
import { DetailPage } from '@/shared/ui/page';
import { CouponForm } from './coupon-form';
import { couponQuery } from './coupons.api';
import { blankCoupon, copyOf, valuesOf } from './coupons.model';
import { useCouponText } from './i18n';

/** CP-01: a new coupon, empty or a copy of another. */
export function AddCouponPage() {
  const { from } = useSearch({ from: '/coupons/add' });
  return from ? <CopyCoupon key={from} from={from} /> : <CouponForm key="new" start={blankCoupon()} />;
}

function CopyCoupon({ from }: { from: string }) {
  const t = useCouponText();
  const query = useQuery(couponQuery(from, useCan('read', 'Product')));
  return (
    <DetailPage isFullPage query={query}>
      {({ coupon, products }) => (
        <CouponForm
          start={copyOf(valuesOf(coupon, products, getTimeZone()), t('copyName', { name: coupon.name }).slice(0, 60))}
        />
      )}
    </DetailPage>
  );
}

export function EditCouponPage() {
  const { id } = useParams({ from: '/coupons/edit/$id' });
  const query = useQuery(couponQuery(id, useCan('read', 'Product')));
  return (
    <DetailPage isFullPage query={query}>
      {({ coupon, products }) => <CouponForm key={coupon.id} coupon={coupon} products={products} />}
    </DetailPage>
  );
}
