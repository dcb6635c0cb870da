import { SimpleGrid } from '@mantine/core';
import { DateField } from '@/shared/forms/date-field';
import { useProductText } from '../i18n';
import type { ProductFormState } from './product-form';

/** First and last day of a sale, both included. */
export function SaleDates({ form }: { form: ProductFormState }) {
  const t = useProductText();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={16} mt={16}>
      <DateField
        label={t('price.from')}
        placeholder={t('price.fromNow')}
        clearable
        {...form.getInputProps('sale_from')}
        value={form.values.sale_from || null}
        onChange={(day) => form.setFieldValue('sale_from', day ?? '')}
      />
      <DateField
        label={t('price.until')}
        placeholder={t('price.untilEver')}
        clearable
        {...form.getInputProps('sale_until')}
        value={form.values.sale_until || null}
        onChange={(day) => form.setFieldValue('sale_until', day ?? '')}
      />
    </SimpleGrid>
  );
}
