import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconTruckDelivery } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { lazyDialog, lazyPart } from '@/shared/ui/lazy-part';
import { Section } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import type { OrderView } from '../orders.api';
import { useShipmentText } from './i18n';
import { Parcel } from './parcel';
import { returnParcelsQuery } from './returns/return-parcels.api';
import { fulfilmentQuery, type Shipment } from './shipments.api';
import { isOrdersStep, piecesByState } from './shipments.model';
import classes from './shipments.module.css';

const WaybillDialog = lazyDialog(() => import('./waybill-dialog'));
const ReturnParcels = lazyPart(() => import('./returns/return-parcels'));
const PickupDialog = lazyDialog(() => import('./pickup-dialog'));

/** OR-06: the shipments of an order with their statuses, and the pieces left to ship. */
export function ShipmentsCard({
  order,
  mayUpdate,
  onReceive,
}: {
  order: OrderView;
  mayUpdate: boolean;
  /** Opens the return that takes items of an arrived return parcel back. */
  onReceive: () => void;
}) {
  const t = useShipmentText();
  const known = useQuery(fulfilmentQuery(order.id)).data;
  const [open, setOpen] = useState<{ kind: 'create' | 'edit' | 'pickup'; shipment?: Shipment } | null>(null);
  const { language } = useLanguage();
  const returns = useQuery(returnParcelsQuery(order.id)).data;
  const hasReturns = Boolean(returns && (returns.parcels.length > 0 || returns.fetchable.length > 0));
  const canShip = mayUpdate && Boolean(known?.can_ship);
  // An order without shipments and returns, past or future, shows no card.
  if (!known || (known.shipments.length === 0 && !canShip && !hasReturns)) return null;
  const sums = piecesByState(known);
  return (
    <Section
      title={t('title')}
      text={sums.length > 0 ? sums.map(({ place, count }) => t(`sum.${place}`, { count })).join(' · ') : t('empty')}
      actions={
        known.state !== 'unshipped' && (
          <StatusBadge tone={known.state === 'shipped' ? 'green' : 'amber'}>{t(`state.${known.state}`)}</StatusBadge>
        )
      }
    >
      {known.cash.differs && (
        <Alert color="yellow" mb={14} icon={<IconAlertTriangle size={18} />}>
          <Text size="sm" fw={600} mb={4}>
            {t('cash.title')}
          </Text>
          {t('cash.text', {
            collecting: formatMoney(known.cash.collecting, order.currency, language),
            due: formatMoney(known.cash.due, order.currency, language),
          })}
        </Alert>
      )}
      <ol className={classes.list}>
        {known.shipments.map((shipment) => (
          <Parcel
            key={shipment.id}
            shipment={shipment}
            order={order}
            steps={mayUpdate ? shipment.next_statuses.filter((status) => !isOrdersStep(status, order, known)) : []}
            mayUpdate={mayUpdate}
            onEdit={() => setOpen({ kind: 'edit', shipment })}
            onPickup={() => setOpen({ kind: 'pickup', shipment })}
          />
        ))}
      </ol>
      {canShip && known.pieces.came_back > 0 && (
        <Text size="sm" c="dimmed" mt={14}>
          {t('cameBack.text')}
        </Text>
      )}
      {canShip && (
        <Button
          mt={known.shipments.length > 0 ? 14 : 0}
          variant="default"
          leftSection={<IconTruckDelivery size={17} aria-hidden />}
          onClick={() => setOpen({ kind: 'create' })}
        >
          {t('create')}
        </Button>
      )}
      {hasReturns && returns && (
        <Suspense fallback={null}>
          <ReturnParcels order={order} known={returns} mayUpdate={mayUpdate} onReceive={onReceive} />
        </Suspense>
      )}
      <Suspense>
        {open?.kind === 'pickup' && open.shipment && (
          <PickupDialog shipment={open.shipment} onClose={() => setOpen(null)} />
        )}
        {(open?.kind === 'create' || open?.kind === 'edit') && (
          <WaybillDialog order={order} known={known} shipment={open.shipment} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </Section>
  );
}
