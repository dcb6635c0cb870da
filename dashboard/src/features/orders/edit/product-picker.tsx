import { Button, Combobox, Group, Loader, Select, Stack, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPhoto, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { DetailPage } from '@/shared/ui/page';
import { Dialog } from '@/shared/ui/dialog';
import { products, type ProductRow, type ProductView } from './edit.api';
import type { EditLine } from './edit.model';
import { useOrderEditText } from './i18n';
import classes from './edit.module.css';

/** Finds what is sold now; of a product with variants the variant is asked for. */
export function ProductPicker({ currency, onPick }: { currency: string; onPick: (line: EditLine) => void }) {
  const t = useOrderEditText();
  const s = useShared();
  const { language } = useLanguage();
  const [typed, setTyped] = useState('');
  const [wanted] = useDebouncedValue(typed.trim(), 200);
  const [multi, setMulti] = useState<ProductRow | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const query = useQuery({
    ...products.indexQuery({ search: wanted || undefined, 'filter[state]': 'published', per_page: 20 }),
    enabled: combobox.dropdownOpened,
    placeholderData: keepPreviousData,
  });
  const rows = (query.data?.data ?? []).slice(0, 8);
  const pick = (row: ProductRow) => {
    setTyped('');
    combobox.closeDropdown();
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
      <Combobox
        store={combobox}
        onOptionSubmit={(id) => {
          const row = rows.find((candidate) => candidate.id === id);
          if (row) pick(row);
        }}
      >
        <Combobox.Target>
          <TextInput
            aria-label={t('add')}
            placeholder={t('add')}
            leftSection={<IconPlus size={16} aria-hidden />}
            rightSection={query.isFetching ? <Loader size={14} /> : undefined}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              combobox.openDropdown();
              combobox.updateSelectedOptionIndex();
            }}
            onFocus={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options mah={320} style={{ overflowY: 'auto' }}>
            {rows.map((row) => (
              <Combobox.Option key={row.id} value={row.id} disabled={!row.has_unlimited_qty && row.stock <= 0}>
                <span className={classes.option}>
                  <span className={classes.optionThumb}>
                    {row.cover_url ? <img src={row.cover_url} alt="" /> : <IconPhoto size={16} aria-hidden />}
                  </span>
                  <span className={classes.optionName}>
                    <bdi>{textOf(row.name, language)}</bdi>
                    <Text size="xs" c="dimmed" component="span">
                      {formatMoney(row.price, currency, language)}
                      {!row.has_unlimited_qty &&
                        ` · ${row.stock > 0 ? t('inStock', { number: formatNumber(row.stock) }) : t('outOfStock')}`}
                    </Text>
                  </span>
                </span>
              </Combobox.Option>
            ))}
            {rows.length === 0 && <Combobox.Empty>{query.data ? s('list.noResults') : s('loading')}</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
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
    <Dialog
      tall
      title={t('chooseVariant', { name: `\u2068${textOf(row.name, language)}\u2069` })}
      size={440}
      onClose={onClose}
    >
      <DetailPage query={query}>
        {(product) => <Variants product={product} currency={currency} onPick={onPick} onClose={onClose} />}
      </DetailPage>
    </Dialog>
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
          label: `${variant.option_values.join(' / ')} · ${formatMoney(variant.price, currency, language)}${
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
              detail: chosen.option_values.map((value, index) => ({ name: product.options[index]?.name ?? '', value })),
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
