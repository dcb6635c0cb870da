import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { DataTable, type Column } from '@/shared/table/data-table';
import { confirm } from '@/shared/ui/confirm';
import { StatusBadge } from '@/shared/ui/status-badge';
import { toast } from '@/shared/ui/toast';
import { usePickupText } from './i18n';
import { pickupDay } from './pickup-day';
import { cancelPickup, pickupsKey, warehousesQuery, type Pickup } from './pickups.api';
import { pickupTones } from './pickups.model';

/** Numbers of shipments that a row shows. */
const shownNumbers = 3;

/** The pickups of a page, the latest day first. */
export function PickupsTable({ courier, pickups }: { courier: string; pickups: Pickup[] }) {
  const t = usePickupText();
  const mayUpdate = useCan('update', 'Order');
  const columns: Column<Pickup>[] = [
    { key: 'date', header: t('col.date'), card: 'title', cell: (row) => <Day pickup={row} /> },
    { key: 'state', header: t('col.state'), card: 'end', cell: (row) => <State pickup={row} /> },
    { key: 'warehouse', header: t('col.warehouse'), card: 'meta', cell: (row) => <Place pickup={row} /> },
    { key: 'parcels', header: t('col.parcels'), card: 'meta', cell: (row) => <Parcels pickup={row} /> },
  ];
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={pickups}
      rowId={(row) => row.id}
      rowActions={
        mayUpdate ? (row) => (row.can_cancel ? <CancelButton courier={courier} pickup={row} /> : null) : undefined
      }
    />
  );
}

function Day({ pickup }: { pickup: Pickup }) {
  const t = usePickupText();
  const { language } = useLanguage();
  return (
    <div>
      <Text span size="sm" fw={500}>
        {pickupDay(pickup.date, language)}
      </Text>
      <Text size="xs" c="dimmed" fw={400}>
        {t(`slot.${pickup.slot ?? 'any'}`)}
        {pickup.number && (
          <>
            {' · '}
            <span className="num">{pickup.number}</span>
          </>
        )}
      </Text>
    </div>
  );
}

/** How far it is, and why it is not. */
function State({ pickup }: { pickup: Pickup }) {
  const t = usePickupText();
  return (
    <div>
      <StatusBadge tone={pickup.is_cancel_requested ? 'amber' : pickupTones[pickup.state]}>
        {t(pickup.is_cancel_requested ? 'state.cancelling' : `state.${pickup.state}`)}
      </StatusBadge>
      {[pickup.reason, pickup.reason_words !== pickup.reason && pickup.reason_words]
        .filter((line) => typeof line === 'string')
        .map((line) => (
          <Text
            key={line}
            size="xs"
            c="var(--bad)"
            fw={400}
            mt={2}
            maw={280}
            dir="auto"
            style={{ overflowWrap: 'anywhere' }}
          >
            {line}
          </Text>
        ))}
    </div>
  );
}

function Place({ pickup }: { pickup: Pickup }) {
  const { language } = useLanguage();
  const place = useQuery(warehousesQuery).data?.find(({ id }) => id === pickup.warehouse);
  return (
    <div>
      <bdi>{place ? textOf(place.name, language) : '—'}</bdi>
      <Text size="xs" c="dimmed">
        <bdi>{pickup.contact.name}</bdi> · <span className="num">{pickup.contact.phone}</span>
      </Text>
    </div>
  );
}

function Parcels({ pickup }: { pickup: Pickup }) {
  const t = usePickupText();
  const shown = pickup.shipments.slice(0, shownNumbers).map(({ number }) => `\u2066#${number}\u2069`);
  const rest = pickup.shipments.length - shown.length;
  return (
    <div>
      {t('parcels', { count: pickup.parcels })}
      <Text size="xs" c="dimmed">
        {shown.join(' ')}
        {rest > 0 && ` ${t('moreParcels', { count: rest })}`}
      </Text>
    </div>
  );
}

function CancelButton({ courier, pickup }: { courier: string; pickup: Pickup }) {
  const t = usePickupText();
  const s = useShared();
  const { language } = useLanguage();
  const day = pickupDay(pickup.date, language);
  const cancel = useApiMutation({
    run: () => cancelPickup(courier, pickup.id),
    invalidates: [pickupsKey(courier)],
    done: () => toast.success(t('cancel.done')),
  });
  const ask = async () => {
    const words = { title: t('cancel.ask', { day }), text: t('cancel.text'), confirm: t('cancel'), cancel: s('back') };
    if (await confirm({ ...words, danger: true })) cancel.mutate();
  };
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      loading={cancel.isPending}
      aria-label={t('cancel.of', { day })}
      onClick={() => void ask()}
    >
      {t('cancel.short')}
    </Button>
  );
}
