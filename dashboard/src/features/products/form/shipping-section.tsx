import { Group, Select, Stack, Switch } from '@mantine/core';
import { DecimalInput } from '@/shared/forms/decimal-input';
import { useProductText } from '../i18n';
import type { ProductFormState } from './product-form';
import { convertWeight, weightBounds } from './weight';

export function ShippingSection({ form }: { form: ProductFormState }) {
  const t = useProductText();
  const { requires_shipping, weight_unit, weight_amount } = form.values;
  return (
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
              {...weightBounds(weight_unit)}
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
  );
}
