import { Text } from '@mantine/core';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { variantOf } from '@/shared/i18n/options';
import { textOf } from '@/shared/i18n/texts';
import type { Column } from '@/shared/table/data-table';
import { Time } from '@/shared/ui/time';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import classes from './stock.module.css';
import { useStockText } from './i18n';
import type { Movement } from './stock.api';
import { signed } from './stock.model';
import { LinkAnchor } from '@/shared/ui/link-anchor';

/** Columns of movements. Locations are shown where the store has several. */
export function useMovementColumns({ places }: { places: boolean }): Column<Movement>[] {
  const t = useStockText();
  const { language } = useLanguage();
  // A card has no column headings: a bare number would be meaningless.
  const phone = usePhoneScreen();
  const name = (row: Movement) => textOf(row.product.name, language) || t('gone');
  const columns: (Column<Movement> | false)[] = [
    {
      key: 'product',
      header: t('col.product'),
      card: 'title',
      cell: (row) => (
        <div className={classes.thingName}>
          <LinkAnchor inherit to="/products/stock/$id" params={{ id: row.product.id }}>
            <bdi>{name(row)}</bdi>
          </LinkAnchor>
          <Options variant={variantOf(row, language)} />
        </div>
      ),
    },
    { key: 'delta', header: t('col.delta'), card: 'end', cell: (row) => <MovementDelta movement={row} /> },
    {
      key: 'after',
      header: t('col.after'),
      card: 'meta',
      cell: (row) =>
        phone ? (
          t('afterwards', { n: formatNumber(row.qty_after) })
        ) : (
          <span className="num">{formatNumber(row.qty_after)}</span>
        ),
    },
    { key: 'reason', header: t('col.reason'), card: 'meta', cell: (row) => <MovementReason movement={row} /> },
    places && {
      key: 'location',
      header: t('col.location'),
      card: 'meta',
      cell: (row) => <MovementPlace movement={row} />,
    },
    { key: 'actor', header: t('col.actor'), card: 'meta', cell: (row) => <MovementActor movement={row} /> },
    { key: 'at', header: t('col.at'), card: 'meta', cell: (row) => <Time value={row.at} /> },
  ];
  return columns.filter((column) => column !== false);
}

/** What was added or taken away, with its sign. */
export function MovementDelta({ movement }: { movement: Movement }) {
  return (
    <Text span size="sm" fw={600} className="num" c={movement.delta > 0 ? 'var(--tone-green-fg)' : undefined}>
      {signed(movement.delta, formatNumber)}
    </Text>
  );
}

function MovementPlace({ movement }: { movement: Movement }) {
  const t = useStockText();
  const { language } = useLanguage();
  return (
    <>
      <bdi>{textOf(movement.location.name, language)}</bdi>
      <Text size="xs" c="dimmed" component="div">
        {t('atPlace', { count: movement.location_after })}
      </Text>
    </>
  );
}

function Options({ variant }: { variant: string }) {
  if (!variant) return null;
  return (
    <Text size="xs" c="dimmed" component="div">
      <bdi>{variant}</bdi>
    </Text>
  );
}

/** Why, with its order and its note. */
export function MovementReason({ movement }: { movement: Movement }) {
  const t = useStockText();
  return (
    <>
      <span>{t(`reason.${movement.reason}`)}</span>
      {movement.order && (
        <Text size="xs" component="div">
          <LinkAnchor inherit to="/orders/view/$id" params={{ id: movement.order.id }}>
            {t('order', { number: `\u2068${movement.order.number}\u2069` })}
          </LinkAnchor>
        </Text>
      )}
      {movement.note && (
        <Text size="xs" c="dimmed" component="div" lineClamp={2} style={{ maxInlineSize: 260 }}>
          <bdi>{movement.note}</bdi>
        </Text>
      )}
    </>
  );
}

/** Who moved it; a platform's operator is named. */
export function MovementActor({ movement }: { movement: Movement }) {
  const t = useStockText();
  const { name, type, operator } = movement.actor;
  const actorName = name || (type === 'Customer' ? t('by.Customer') : t('by.System'));
  return (
    <>
      <bdi>{actorName}</bdi>
      {operator && (
        <Text size="xs" c="red" component="div">
          {t('operator', { name: `\u2068${operator}\u2069` })}
        </Text>
      )}
    </>
  );
}
