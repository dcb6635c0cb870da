import { Input, Pill } from '@mantine/core';
import { ProductSearch } from '@/modules/products/product-search';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useStoreCurrency } from '@/shared/session/session';
import { mostTargets, type CouponValues } from './coupons.model';
import classes from './coupons.module.css';
import { clearUnder, errorUnder } from './errors-under';
import { useCouponText } from './i18n';

/** The products that a coupon is for. */
export default function ProductTargets({ form }: { form: ApiForm<CouponValues> }) {
  const t = useCouponText();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  const chosen = form.values.products;
  const taken = new Set(chosen.map(({ id }) => id));
  const set = (next: typeof chosen) => {
    clearUnder(form, 'product_ids');
    form.setFieldValue('products', next);
  };
  return (
    <Input.Wrapper
      label={t('products')}
      labelElement="div"
      description={t('products.count', { count: chosen.length })}
      error={errorUnder(form.errors, 'product_ids')}
    >
      <div className={classes.targets}>
        {chosen.map(({ id, name }) => {
          const text = textOf(name, language) || t('products.deleted');
          return (
            <Pill
              key={id}
              withRemoveButton
              removeButtonProps={{
                'aria-label': t('products.remove', { name: `\u2068${text}\u2069` }),
                'aria-hidden': false,
                tabIndex: 0,
              }}
              onRemove={() => set(chosen.filter((each) => each.id !== id))}
            >
              {text}
            </Pill>
          );
        })}
      </div>
      {chosen.length < mostTargets ? (
        <ProductSearch
          data-path="product_ids"
          label={t('products.search')}
          without={taken}
          detail={(row) => formatMoney(row.price, currency, language)}
          onPick={(row) => set([...chosen, { id: row.id, name: row.name }])}
        />
      ) : (
        <Input.Description>{t('products.full', { max: mostTargets })}</Input.Description>
      )}
    </Input.Wrapper>
  );
}
