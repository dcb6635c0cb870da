import { SimpleGrid, Stack, Switch } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { LtrField } from '@/shared/forms/ltr-field';
import { NumberField } from '@/shared/forms/number-field';
import { Section } from '@/shared/ui/page';
import { useProductText } from '../i18n';
import type { ProductFormState } from './product-form';
import { LinkButton } from '@/shared/ui/link-button';

const maxQuantity = 1_000_000_000;

/** PR-03: quantity, limits per order, and the low-stock threshold. */
export function InventorySection({
  form,
  id,
}: {
  form: ProductFormState;
  /** Id of an existing product: its stock has a page of its own. */
  id?: string;
}) {
  const t = useProductText();
  const multi = form.values.product_type === 'multi';
  // With options, each variant has a quantity of its own.
  const hasQuantity = !multi && !form.values.has_unlimited_qty;
  const isTracked = multi || hasQuantity;
  return (
    <Section
      title={t('stock.title')}
      text={multi ? t('stock.multi') : undefined}
      actions={
        id && (
          <LinkButton
            to="/products/stock/$id"
            params={{ id }}
            size="xs"
            variant="subtle"
            leftSection={<IconHistory size={15} aria-hidden />}
          >
            {t('stock.movements')}
          </LinkButton>
        )
      }
    >
      <Stack gap={16}>
        <SimpleGrid cols={{ base: 1, sm: hasQuantity ? 3 : 2 }} spacing={16}>
          {hasQuantity && (
            <NumberField
              label={t('stock.qty')}
              withAsterisk
              min={0}
              max={maxQuantity}
              {...form.getInputProps('qty')}
              value={form.values.qty}
            />
          )}
          <LtrField label={t('stock.sku')} placeholder="SKU-001" maxLength={100} {...form.getInputProps('sku')} />
          <LtrField label={t('stock.barcode')} maxLength={100} inputMode="numeric" {...form.getInputProps('barcode')} />
        </SimpleGrid>
        {!multi && (
          <Switch
            label={t('stock.unlimitedSwitch')}
            description={t('stock.unlimitedText')}
            {...form.getInputProps('has_unlimited_qty', { type: 'checkbox' })}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: isTracked ? 3 : 2 }} spacing={16}>
          <NumberField
            label={t('stock.min')}
            placeholder={t('stock.noLimit')}
            min={1}
            max={maxQuantity}
            {...form.getInputProps('min_qty')}
            value={form.values.min_qty}
          />
          <NumberField
            label={t('stock.max')}
            placeholder={t('stock.noLimit')}
            min={1}
            max={maxQuantity}
            {...form.getInputProps('max_qty')}
            value={form.values.max_qty}
          />
          {isTracked && (
            <NumberField
              label={t('stock.lowAt')}
              placeholder={t('stock.lowOfStore')}
              min={0}
              max={maxQuantity}
              {...form.getInputProps('low_stock_at')}
              value={form.values.low_stock_at}
            />
          )}
        </SimpleGrid>
      </Stack>
    </Section>
  );
}
