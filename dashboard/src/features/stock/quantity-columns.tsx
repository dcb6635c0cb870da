import { Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { variantOf } from '@/shared/i18n/options';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import type { Column } from '@/shared/table/data-table';
import { StatusBadge } from '@/shared/ui/status-badge';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { useStockText } from './i18n';
import { QuantityCell } from './quantity-cell';
import { locationsQuery, type Location } from './stock.api';
import { availableOf, type Level, type QuantityRow } from './stock.model';
import classes from './stock.module.css';

/** The columns of the stock list. Locations are named where the store has several. */
export function useQuantityColumns(): Column<QuantityRow>[] {
  const t = useStockText();
  const phone = usePhoneScreen();
  const mayUpdate = useCan('update', 'Product');
  const all = useQuery(locationsQuery).data;
  return useMemo(() => {
    const places = (all ?? []).filter((place) => place.is_active);
    return [
      {
        key: 'name',
        header: t('col.product'),
        sort: 'name',
        card: 'title',
        cell: (row) => <Thing row={row} withVariant={phone} />,
      },
      {
        key: 'variant',
        header: t('stock.variant'),
        card: 'hide',
        cell: (row) => <Variant row={row} />,
      },
      {
        key: 'onHand',
        header: places.length > 1 ? t('col.onHandByPlace') : t('col.onHand'),
        sort: 'stock',
        align: 'number',
        // On a card the names of the locations stand for the heading.
        card: places.length > 1 ? 'meta' : undefined,
        width: places.length > 1 ? 280 : 150,
        cell: (row) => <OnHand row={row} places={places} editable={mayUpdate} />,
      },
      { key: 'held', header: t('col.held'), align: 'number', width: 110, cell: (row) => <Reserved row={row} /> },
      {
        key: 'available',
        header: t('col.available'),
        align: 'number',
        width: 110,
        cell: (row) => <Available row={row} />,
      },
      {
        key: 'level',
        header: t('filter.level'),
        card: 'end',
        width: 150,
        cell: (row) => <RowLevel row={row} />,
      },
    ];
  }, [t, phone, mayUpdate, all]);
}

function Thing({ row, withVariant }: { row: QuantityRow; withVariant: boolean }) {
  const { language } = useLanguage();
  const variant = withVariant ? variantOf(row.item, language) : '';
  return (
    <span className={classes.thing}>
      <span className={classes.thumb}>
        {row.cover_url ? (
          <img src={row.cover_url} alt="" loading="lazy" />
        ) : (
          <IconPhoto size={16} stroke={1.6} aria-hidden />
        )}
      </span>
      <span className={classes.thingName}>
        <bdi>{textOf(row.name, language)}</bdi>
        {(variant || row.item.sku) && (
          <Text size="xs" c="dimmed" fw={400} component="span" display="block">
            {variant && <bdi>{variant}</bdi>}
            {variant && row.item.sku && ' · '}
            {row.item.sku && <bdi className="num">{row.item.sku}</bdi>}
          </Text>
        )}
      </span>
    </span>
  );
}

function Variant({ row }: { row: QuantityRow }) {
  const { language } = useLanguage();
  return <bdi>{variantOf(row.item, language) || '—'}</bdi>;
}

function OnHand({ row, places, editable }: { row: QuantityRow; places: readonly Location[]; editable: boolean }) {
  const { language } = useLanguage();
  if (row.item.has_unlimited_qty) return '—';
  const [only] = places;
  if (only && places.length === 1) return <QuantityCell row={row} place={only} editable={editable} />;
  return (
    <span className={classes.places}>
      {places.map((place) => (
        <span key={place.id} className={classes.atPlace}>
          <bdi>{textOf(place.name, language)}</bdi>
          <QuantityCell row={row} place={place} editable={editable} />
        </span>
      ))}
    </span>
  );
}

function Reserved({ row: { item } }: { row: QuantityRow }) {
  return (
    <Text span inherit className="num" c={item.held > 0 ? undefined : 'dimmed'}>
      {formatNumber(item.held)}
    </Text>
  );
}

function Available({ row: { item } }: { row: QuantityRow }) {
  const t = useStockText();
  return item.has_unlimited_qty ? t('stock.unlimited') : <b className={'num'}>{formatNumber(availableOf(item))}</b>;
}

const tones: Record<Exclude<Level, 'in'>, 'red' | 'amber'> = { out: 'red', low: 'amber', few: 'amber' };

/** The level as a badge; nothing where there is enough. */
function RowLevel({ row }: { row: QuantityRow }) {
  const t = useStockText();
  if (!row.item.is_active) return <StatusBadge tone="gray">{t('level.inactive')}</StatusBadge>;
  return row.level === 'in' ? null : <StatusBadge tone={tones[row.level]}>{t(`level.${row.level}`)}</StatusBadge>;
}
