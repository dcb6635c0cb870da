import { Checkbox, Group, Input, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePickupText } from './i18n';
import type { ReadyShipment } from './pickups.api';
import classes from './pickups.module.css';

/** The waiting shipments of a warehouse: all go along but those that are left. */
export function ParcelChoice({
  rows,
  left,
  hasMore,
  error,
  onChange,
}: {
  rows: readonly ReadyShipment[];
  left: readonly string[];
  /** More wait than are listed. */
  hasMore: boolean;
  error?: ReactNode;
  onChange: (left: string[]) => void;
}) {
  const t = usePickupText();
  const chosen = rows.filter(({ id }) => !left.includes(id)).length;
  const isAll = chosen === rows.length;
  return (
    <Input.Wrapper label={t('chosen')} error={error} component="div" data-path="shipments">
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('noParcels')}
        </Text>
      ) : (
        <div className={classes.choice}>
          <Checkbox
            label={t('all', { count: rows.length })}
            checked={isAll}
            indeterminate={!isAll && chosen > 0}
            onChange={() => onChange(isAll ? rows.map(({ id }) => id) : [])}
          />
          <ul className={classes.parcels}>
            {rows.map((row) => (
              <li key={row.id}>
                <Checkbox
                  checked={!left.includes(row.id)}
                  label={
                    <Group gap={6} component="span">
                      <span className="num">#{row.number}</span>
                      <Text span size="sm" c="dimmed">
                        {[row.recipient, row.city]
                          .filter(Boolean)
                          .map((part) => `\u2068${part}\u2069`)
                          .join(' · ')}
                      </Text>
                    </Group>
                  }
                  onChange={(event) =>
                    onChange(event.currentTarget.checked ? left.filter((id) => id !== row.id) : [...left, row.id])
                  }
                />
              </li>
            ))}
          </ul>
          {hasMore && (
            <Text size="xs" c="dimmed">
              {t('moreWait')}
            </Text>
          )}
        </div>
      )}
    </Input.Wrapper>
  );
}
