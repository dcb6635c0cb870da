import { Button, Select } from '@mantine/core';
import { useRef, useState } from 'react';
import { DecimalInput } from '@/shared/forms/decimal-input';
import { focusInvalidField } from '@/shared/forms/invalid-field';
import { maxMoney } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import { currencyOf } from '@/shared/i18n/currency';
import { useStoreCurrency } from '@/shared/session/session';
import { toast } from '@/shared/ui/toast';
import { useProductText } from '../i18n';
import { clearUnder } from './errors-under';
import type { ProductFormState } from './product-form';
import classes from './variants.module.css';
import { keyOf, sameValue, type VariantValues } from './variants';

/** Sets one price or quantity for all variants, or for those of one option value. */
export function VariantsFill({ form }: { form: ProductFormState }) {
  const t = useProductText();
  const { digits } = currencyOf(useStoreCurrency());
  const { options, variants } = form.values;
  const [target, setTarget] = useState('');
  const [price, setPrice] = useState('');
  const [sale, setSale] = useState('');
  const [qty, setQty] = useState<number | null>(null);
  const [active, setActive] = useState('');
  const targets = options.flatMap((option, place) =>
    option.values.map((value) => ({ value: JSON.stringify([place, sameValue(value)]), label: value })),
  );
  const known = targets.some((candidate) => candidate.value === target) ? target : '';
  const isTarget = (variant: VariantValues) => {
    if (!known) return true;
    const [place, value] = JSON.parse(known) as [number, string];
    return sameValue(variant.values[place] ?? '') === value;
  };
  const isEmpty = price === '' && sale === '' && qty === null && active === '';
  const fields = useRef<HTMLDivElement>(null);
  const apply = () => {
    if (focusInvalidField(fields.current)) return;
    const part: Partial<VariantValues> = {
      ...(price === '' ? {} : { regular_price: price }),
      ...(sale === '' ? {} : { sale_price: sale }),
      ...(qty === null ? {} : { qty, has_unlimited_qty: false }),
      ...(active === 'unlimited' ? { has_unlimited_qty: true } : {}),
      ...(active === 'on' ? { is_active: true } : {}),
      ...(active === 'off' ? { is_active: false } : {}),
    };
    const targetKeys = new Set(variants.filter(isTarget).map((variant) => keyOf(variant.values)));
    clearUnder(form, 'variants');
    form.setFieldValue(
      'variants',
      variants.map((variant) => (targetKeys.has(keyOf(variant.values)) ? { ...variant, ...part } : variant)),
    );
    toast.success(t('variants.filled', { count: targetKeys.size }));
    setPrice('');
    setSale('');
    setQty(null);
    setActive('');
  };
  return (
    <div ref={fields} className={classes.fill} role="group" aria-label={t('variants.fill')}>
      <Select
        size="xs"
        label={t('variants.fill')}
        allowDeselect={false}
        searchable={targets.length > 12}
        data={[{ value: '', label: t('variants.all') }, ...targets]}
        value={known}
        onChange={(value) => setTarget(value ?? '')}
      />
      <DecimalInput
        size="xs"
        label={t('price.short')}
        scale={digits}
        padded
        min="0"
        max={maxMoney}
        value={price}
        onChange={setPrice}
      />
      <DecimalInput
        size="xs"
        label={t('price.saleShort')}
        scale={digits}
        padded
        min="0"
        max={maxMoney}
        value={sale}
        onChange={setSale}
      />
      <NumberField size="xs" label={t('stock.qtyShort')} min={0} max={1_000_000_000} value={qty} onChange={setQty} />
      <Select
        size="xs"
        label={t('variants.state')}
        placeholder={t('variants.keep')}
        clearable
        data={[
          { value: 'on', label: t('variants.on') },
          { value: 'off', label: t('variants.off') },
          { value: 'unlimited', label: t('stock.unlimited') },
        ]}
        value={active || null}
        onChange={(value) => setActive(value ?? '')}
      />
      <Button size="xs" disabled={isEmpty} onClick={apply}>
        {t('variants.apply')}
      </Button>
    </div>
  );
}
