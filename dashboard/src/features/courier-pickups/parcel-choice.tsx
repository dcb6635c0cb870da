import { Checkbox, Group, Input, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLanguage } from '@/shared/i18n/language';
import { usePickupText } from './i18n';
import { pickupDay } from './pickup-day';
import type { ReadyShipment } from './pickups.api';
import classes from './pickups.module.css';

/** The waiting shipments of a warehouse: all go along but those that are left. */
export function ParcelChoice({
  rows,
  left,
  taken,
  hasMore,
  isForSheet = false,
  error,
  onChange,
}: {
  rows: readonly ReadyShipment[];
  left: readonly string[];
  /** Those of a pickup that was asked for, with its day. */
  taken?: ReadonlyMap<string, string>;
  /** More wait than are listed. */
  hasMore: boolean;
  /** They are downloaded for the courier's portal, and not fetched. */
  isForSheet?: boolean;
  error?: ReactNode;
  onChange: (left: string[]) => void;
}) {
  const t = usePickupText();
  const chosen = rows.filter(({ id }) => !left.includes(id)).length;
  const isAll = chosen === rows.length;
  // Those of other warehouses.
  const others = left.filter((id) => !rows.some((row) => row.id === id));
  return (
    <Input.Wrapper
      label={t('chosen')}
      error={error}
      component="div"
      role="group"
      aria-label={t('chosen')}
      data-path="shipments"
    >
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(isForSheet ? 'sheet.noParcels' : 'noParcels')}
        </Text>
      ) : (
        <div className={classes.choice}>
          <Checkbox
            label={t('all', { count: rows.length })}
            checked={isAll}
            indeterminate={!isAll && chosen > 0}
            onChange={() => onChange(isAll ? [...others, ...rows.map(({ id }) => id)] : others)}
          />
          <ul className={classes.parcels}>
            {rows.map((row) => (
              <li key={row.id}>
                <Checkbox
                  checked={!left.includes(row.id)}
                  label={<ParcelLabel row={row} day={taken?.get(row.id)} />}
                  onChange={(event) =>
                    onChange(event.currentTarget.checked ? left.filter((id) => id !== row.id) : [...left, row.id])
                  }
                />
              </li>
            ))}
          </ul>
          {hasMore && (
            <Text size="xs" c="dimmed">
              {t(isForSheet ? 'sheet.moreWait' : 'moreWait')}
            </Text>
          )}
        </div>
      )}
    </Input.Wrapper>
  );
}

function ParcelLabel({ row, day }: { row: ReadyShipment; day: string | undefined }) {
  const t = usePickupText();
  const { language } = useLanguage();
  const facts = [
    row.recipient && `\u2068${row.recipient}\u2069`,
    row.city && `\u2068${row.city}\u2069`,
    day && t('inPickup', { day: pickupDay(day, language) }),
  ];
  return (
    <Group gap={6} component="span">
      <span className="num">#{row.number}</span>
      <Text span size="sm" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
    </Group>
  );
}
