import { compareDecimal } from '@/shared/forms/decimal';
import { maxMoney } from '@/shared/forms/money-field';
import { decimal } from '@/shared/forms/rules';
import { currencyOf } from '@/shared/i18n/currency';
import { useShared } from '@/shared/i18n/use-shared';
import { getSession, storeCurrency, storeLanguages } from '@/shared/session/session';
import { useProductText } from '../i18n';
import { amounts } from './amounts';
import type { ProductValues } from './values';
import { weightBounds } from './weight';

/** Client-side validation; the server checks everything. */
export function checkProduct(values: ProductValues): Record<string, string> {
  const t = useProductText.now;
  const errors: Record<string, string> = {};
  const required = useShared.now('rule.required');
  const languages = storeLanguages(getSession());
  if (languages.every((language) => !values.name[language].trim())) errors[`name.${languages[0] ?? 'ar'}`] = required;
  const multi = values.product_type === 'multi';
  if (!multi && values.regular_price === '') errors.regular_price = required;
  // A product must not go live sold out by mistake: its quantity is required.
  if (!multi && !values.has_unlimited_qty && values.qty === null) errors.qty = t('stock.qtyNeeded');
  if (
    values.sale_price !== '' &&
    values.regular_price !== '' &&
    compareDecimal(values.sale_price, values.regular_price) >= 0
  )
    errors.sale_price = t('price.saleNotBelow');
  if (values.sale_from && values.sale_until && values.sale_until < values.sale_from)
    errors.sale_until = t('price.endsBefore');
  if (values.min_qty !== null && values.max_qty !== null && values.min_qty > values.max_qty)
    errors.min_qty = t('stock.minAboveMax');
  if (multi) {
    if (values.options.length === 0) errors.options = t('options.needed');
    values.options.forEach((option, index) => {
      if (option.kind === 'custom' && !option.name.trim()) errors[`options.${index}.name`] = required;
      if (option.values.length === 0) errors[`options.${index}.values`] = required;
    });
    // Their fields are rendered only while they are in view.
    const amount = decimal({ scale: currencyOf(storeCurrency()).digits, min: '0', max: maxMoney });
    const weight = decimal(weightBounds(values.weight_unit));
    values.variants.forEach((variant, index) => {
      for (const field of amounts) {
        const fault = amount(variant[field]);
        if (fault) errors[`variants.${index}.${field}`] = fault;
      }
      if (variant.is_active && !variant.has_unlimited_qty && variant.qty === null)
        errors[`variants.${index}.qty`] = t('stock.qtyNeeded');
      const heavy = weight(variant.weight_amount);
      if (heavy) errors[`variants.${index}.weight_amount`] = heavy;
      const regular = variant.regular_price || values.regular_price;
      if (regular === '') errors[`variants.${index}.regular_price`] = required;
      else if (variant.sale_price !== '' && compareDecimal(variant.sale_price, regular) >= 0)
        errors[`variants.${index}.sale_price`] = t('price.saleNotBelow');
    });
  }
  return errors;
}
