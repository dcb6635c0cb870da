import { Group, Select, Stack, Switch } from '@mantine/core';
import { DecimalInput } from '@/shared/forms/decimal-input';
import { Section } from '@/shared/ui/page';
import { useProductText } from '../i18n';
import type { WeightUnit } from '../products.api';
import type { ProductFormState } from './product-form';

/** Kilograms have three places, grams none; a change of the unit keeps the weight. */
export function convertWeight(amount: string, to: WeightUnit): string {
  if (amount === '') return '';
  const [whole = '0', fraction = ''] = amount.split('.');
  if (to === 'g') return String(BigInt(`${whole}${fraction.padEnd(3, '0').slice(0, 3)}`));
  const grams = whole.padStart(4, '0');
  return `${grams.slice(0, -3)}.${grams.slice(-3)}`.replace(/\.?0+$/, '');
}

export function ShippingSection({ form }: { form: ProductFormState }) {
  const t = useProductText();
  const { requires_shipping, weight_unit, weight_amount } = form.values;
  return (
    <Section title={t('shipping.title')}>
      <Stack gap={16}>
        <Switch
          label={t('shipping.requires')}
          description={t('shipping.requiresText')}
          {...form.getInputProps('requires_shipping', { type: 'checkbox' })}
        />
        {requires_shipping && (
          <>
            <Group gap={8} align="end" wrap="nowrap" maw={360}>
              <DecimalInput
                label={t('shipping.weight')}
                style={{ flex: 1 }}
                scale={weight_unit === 'kg' ? 3 : 0}
                min="0"
                max={weight_unit === 'kg' ? '1000000' : '1000000000'}
                {...form.getInputProps('weight_amount')}
                value={form.values.weight_amount}
              />
              <Select
                aria-label={t('shipping.unit')}
                w={120}
                allowDeselect={false}
                data={[
                  { value: 'kg', label: t('shipping.kg') },
                  { value: 'g', label: t('shipping.g') },
                ]}
                value={weight_unit}
                onChange={(unit) => {
                  if (unit !== 'kg' && unit !== 'g') return;
                  if (unit === weight_unit) return;
                  form.setFieldValue('weight_amount', convertWeight(weight_amount, unit));
                  form
                    .getValues()
                    .variants.forEach((variant, index) =>
                      form.setFieldValue(`variants.${index}.weight_amount`, convertWeight(variant.weight_amount, unit)),
                    );
                  form.setFieldValue('weight_unit', unit);
                }}
              />
            </Group>
            <Switch
              label={t('shipping.free')}
              description={t('shipping.freeText')}
              {...form.getInputProps('has_free_shipping', { type: 'checkbox' })}
            />
          </>
        )}
      </Stack>
    </Section>
  );
}
