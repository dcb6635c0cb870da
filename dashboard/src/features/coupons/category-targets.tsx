import ChosenCategories from '@/modules/product-picker/chosen-categories';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { mostTargets, type CouponValues } from './coupons.model';
import { clearUnder, errorUnder } from './errors-under';
import { useCouponText } from './i18n';

/** The categories of a coupon, each with its subcategories. */
export default function CategoryTargets({ form }: { form: ApiForm<CouponValues> }) {
  const t = useCouponText();
  return (
    <ChosenCategories
      label={t('categories')}
      description={t('categoriesHint')}
      maxValues={mostTargets}
      data-path="category_ids"
      error={errorUnder(form.errors, 'category_ids')}
      value={form.values.category_ids}
      onChange={(ids) => {
        clearUnder(form, 'category_ids');
        form.setFieldValue('category_ids', ids);
      }}
    />
  );
}
