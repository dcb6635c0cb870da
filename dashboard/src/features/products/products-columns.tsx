import { Group, Text } from '@mantine/core';
import { IconInfinity, IconPhoto } from '@tabler/icons-react';
import { useMemo } from 'react';
import { compareDecimal } from '@/shared/forms/decimal';
import { formatAmount, formatNumber } from '@/shared/i18n/format';
import { languageNames, useLanguage, type Language } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useStoreCurrency } from '@/shared/session/session';
import type { Column } from '@/shared/table/data-table';
import { Money } from '@/shared/ui/money';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { useProductText } from './i18n';
import type { ProductRow } from './products.api';
import { stateTones, usuallyMissing } from './products.model';
import classes from './products.module.css';

const noRows: readonly ProductRow[] = [];

/**
 * Columns of the products list; on phones a card: picture and name, price, then state and stock. `rows` are those of
 * the page: a language that most of them lack is not reported for each. Memoised, so that rows are not rendered again.
 */
export function useProductColumns(rows = noRows): Column<ProductRow>[] {
  const t = useProductText();
  const s = useShared();
  const { language } = useLanguage();
  return useMemo(() => columnsFor(t, s, language, rows), [t, s, language, rows]);
}

function columnsFor(
  t: ReturnType<typeof useProductText>,
  s: ReturnType<typeof useShared>,
  language: Language,
  rows: readonly ProductRow[],
): Column<ProductRow>[] {
  const usual = usuallyMissing(rows);
  const missing = (row: ProductRow) =>
    [...new Set(row.untranslated.map((text) => text.language))]
      .filter((missingLanguage) => !usual.has(missingLanguage))
      .map((missingLanguage) => languageNames[missingLanguage])
      .join(s('list.and'));
  return [
    {
      key: 'name',
      header: t('col.name'),
      sort: 'name',
      card: 'title',
      cell: (row) => (
        <Group gap={12} wrap="nowrap" component="span">
          <Thumb url={row.cover_url} />
          <span className={classes.nameCell}>
            <bdi className={classes.name}>{textOf(row.name, language)}</bdi>
            <Text span size="xs" c="dimmed" fw={400} className={classes.nameLine}>
              {row.sku && <span className="num">{row.sku}</span>}
              {row.sku && row.product_type === 'multi' && ' · '}
              {row.product_type === 'multi' && t('variantsCount', { count: row.variants_count })}
              {!row.sku && row.product_type === 'basic' && t('noSku')}
              {missing(row) && <> · {t('untranslated', { languages: missing(row) })}</>}
            </Text>
          </span>
        </Group>
      ),
    },
    {
      key: 'price',
      header: t('col.price'),
      sort: 'price',
      card: 'end',
      align: 'number',
      cell: (row) => <Price row={row} />,
    },
    {
      key: 'stock',
      header: t('col.stock'),
      sort: 'stock',
      card: 'meta',
      align: 'number',
      cell: (row) => <Stock row={row} />,
    },
    {
      key: 'state',
      header: t('col.state'),
      card: 'meta',
      cell: (row) =>
        row.is_sample ? (
          <StatusBadge tone="gray">{t('sample')}</StatusBadge>
        ) : (
          <StatusBadge tone={stateTones[row.state]}>{t(`state.${row.state}`)}</StatusBadge>
        ),
    },
    {
      key: 'updated',
      header: t('col.updated'),
      sort: 'updated_at',
      card: 'hide',
      cell: (row) => (
        <Text size="sm" c="dimmed" component="span">
          <Time value={row.updated_at} relative />
        </Text>
      ),
    },
  ];
}

/** `size` in pixels; that of a row unless given. */
export function Thumb({ url, size }: { url: string | null | undefined; size?: number }) {
  return (
    <span className={classes.thumb} style={size ? { inlineSize: size, blockSize: size } : undefined}>
      {url ? (
        <img src={url} alt="" loading="lazy" width={size ?? 40} height={size ?? 40} />
      ) : (
        <IconPhoto size={(size ?? 40) * 0.45} stroke={1.5} aria-hidden />
      )}
    </span>
  );
}

function Price({ row }: { row: ProductRow }) {
  const t = useProductText();
  const currency = useStoreCurrency();
  const reduced = row.regular_price !== null && compareDecimal(row.price, row.regular_price) < 0;
  return (
    <span className={classes.price}>
      {row.product_type === 'multi' && row.variants_count > 1 && (
        <Text span size="xs" c="dimmed">
          {t('from')}
        </Text>
      )}
      <Money amount={row.price} fw={600} />
      {reduced && row.regular_price !== null && row.product_type === 'basic' && (
        <Text span size="xs" c="dimmed">
          <s className="num">{formatAmount(row.regular_price, currency)}</s>
        </Text>
      )}
    </span>
  );
}

function Stock({ row }: { row: ProductRow }) {
  const t = useProductText();
  const level = row.stock_level;
  if (level === 'unlimited') {
    return (
      <Group gap={5} wrap="nowrap" component="span" display="inline-flex" c="dimmed">
        <IconInfinity size={16} aria-hidden />
        {t('stock.unlimited')}
      </Group>
    );
  }
  if (level === 'out') return <span className={classes.out}>{t('stock.out')}</span>;
  if (level === 'low') return <span className={classes.low}>{t('stock.left', { count: row.stock })}</span>;
  return <span>{t('stock.pieces', { count: row.stock, number: formatNumber(row.stock) })}</span>;
}
