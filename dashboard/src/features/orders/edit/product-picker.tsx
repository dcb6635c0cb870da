import { Button, Group, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ProductSearch } from '@/modules/products/product-search';
import { formatMoney, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { optionsOf, optionValueOf } from '@/shared/i18n/options';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { DetailPage } from '@/shared/ui/page';
import { LazyDialog } from '@/shared/ui/lazy-overlay';
import { products, type ProductRow, type ProductView } from './edit.api';
import type { EditLine } from './edit.model';
import { useOrderEditText } from './i18n';

/** Finds products for sale; for a product with variants it asks for the variant. */
export function ProductPicker({ currency, onPick }: { currency: string; onPick: (line: EditLine) => void }) {
  const t = useOrderEditText();
  const { language } = useLanguage();
  const [multi, setMulti] = useState<ProductRow | null>(null);
  const pick = (row: ProductRow) => {
    if (row.product_type === 'multi') {
      setMulti(row);
      return;
    }
    onPick({
      line: null,
      product_id: row.id,
      variant_id: null,
      name: row.name,
      detail: [],
      image_url: row.cover_url,
      base_price: row.price,
      unit_price: row.price,
      quantity: 1,
      reason: '',
    });
  };
  return (
    <>
      <ProductSearch
        adds
        label={t('add')}
        state="published"
        detail={(row) =>
          formatMoney(row.price, currency, language) +
          (row.has_unlimited_qty
            ? ''
            : ` · ${row.stock > 0 ? t('inStock', { number: formatNumber(row.stock) }) : t('outOfStock')}`)
        }
        isOff={(row) => !row.has_unlimited_qty && row.stock <= 0}
        onPick={pick}
      />
      {multi && (
        <VariantDialog
          row={multi}
          currency={currency}
          onClose={() => setMulti(null)}
          onPick={(line) => {
            setMulti(null);
            onPick(line);
          }}
        />
      )}
    </>
  );
}

function VariantDialog({
  row,
  currency,
  onPick,
  onClose,
}: {
  row: ProductRow;
  currency: string;
  onPick: (line: EditLine) => void;
  onClose: () => void;
}) {
  const t = useOrderEditText();
  const { language } = useLanguage();
  const query = useQuery(products.findQuery(row.id));
  return (
    <LazyDialog
      tall
      title={t('chooseVariant', { name: `\u2068${textOf(row.name, language)}\u2069` })}
      size={440}
      onClose={onClose}
    >
      <DetailPage query={query}>
        {(product) => <Variants product={product} currency={currency} onPick={onPick} onClose={onClose} />}
      </DetailPage>
    </LazyDialog>
  );
}

function Variants({
  product,
  currency,
  onPick,
  onClose,
}: {
  product: ProductView;
  currency: string;
  onPick: (line: EditLine) => void;
  onClose: () => void;
}) {
  const t = useOrderEditText();
  const s = useShared();
  const { language } = useLanguage();
  const [id, setId] = useState<string | null>(null);
  const sold = product.variants.filter((variant) => variant.is_active && variant.id);
  const chosen = sold.find((variant) => variant.id === id);
  return (
    <Stack gap={16}>
      <Select
        label={t('variant')}
        data-autofocus
        data={sold.map((variant) => ({
          value: variant.id ?? '',
          label: `${optionsOf(product.options, variant.option_values)
            .map((option) => optionValueOf(option, language))
            .join(' / ')} · ${formatMoney(variant.price, currency, language)}${
            variant.has_unlimited_qty
              ? ''
              : ` · ${variant.qty > 0 ? t('inStock', { number: formatNumber(variant.qty) }) : t('outOfStock')}`
          }`,
          disabled: !variant.has_unlimited_qty && variant.qty <= 0,
        }))}
        value={id}
        onChange={setId}
      />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose}>
          {s('cancel')}
        </Button>
        <Button
          disabled={!chosen}
          onClick={() => {
            if (!chosen?.id) return;
            onPick({
              line: null,
              product_id: product.id,
              variant_id: chosen.id,
              name: product.name,
              detail: optionsOf(product.options, chosen.option_values),
              image_url: product.images[0]?.url ?? null,
              base_price: chosen.price,
              unit_price: chosen.price,
              quantity: 1,
              reason: '',
            });
          }}
        >
          {t('addVariant')}
        </Button>
      </Group>
    </Stack>
  );
}
