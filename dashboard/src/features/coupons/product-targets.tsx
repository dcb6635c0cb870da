import ChosenProducts from '@/modules/product-picker/chosen-products';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { mostTargets, type CouponValues } from './coupons.model';
import { clearUnder, errorUnder } from './errors-under';
import { useCouponText } from './i18n';

/** The products of a coupon. */
export default function ProductTargets({ form }: { form: ApiForm<CouponValues> }) {
  const t = useCouponText();
  const chosen = form.values.products;
  return (
    <ChosenProducts
      label={t('products')}
      description={t('products.count', { count: chosen.length })}
      error={errorUnder(form.errors, 'product_ids')}
      path="product_ids"
      max={mostTargets}
      value={chosen}
      onChange={(products) => {
        clearUnder(form, 'product_ids');
        form.setFieldValue('products', products);
      }}
    />
  );
}
