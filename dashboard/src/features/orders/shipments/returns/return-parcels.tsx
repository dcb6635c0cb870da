import { Button, Text } from '@mantine/core';
import { IconTruckDelivery } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyDialog } from '@/shared/ui/lazy-part';
import type { OrderView } from '../../orders.api';
import classes from '../shipments.module.css';
import { useReturnParcelText } from './i18n';
import { ReturnParcelRow } from './return-parcel-row';
import type { ReturnParcels as Known } from './return-parcels.api';

const ReturnParcelDialog = lazyDialog(() => import('./return-parcel-dialog'));

/** Returns that a courier picks up from the customer, below the shipments of an order. */
export default function ReturnParcels({
  order,
  known,
  mayUpdate,
  onReceive,
}: {
  order: OrderView;
  known: Known;
  mayUpdate: boolean;
  /** Opens the return that takes the items of an arrived parcel back. */
  onReceive: () => void;
}) {
  const t = useReturnParcelText();
  const [isOpen, setIsOpen] = useState(false);
  const canBook = mayUpdate && known.couriers.length > 0 && known.fetchable.length > 0;
  return (
    <div className={classes.returns}>
      {known.parcels.length > 0 && (
        <>
          <Text size="sm" fw={600} component="h3">
            {t('title')}
          </Text>
          <ol className={classes.list}>
            {known.parcels.map((parcel) => (
              <ReturnParcelRow
                key={parcel.id}
                parcel={parcel}
                order={order}
                mayUpdate={mayUpdate}
                onReceive={onReceive}
              />
            ))}
          </ol>
        </>
      )}
      {canBook && (
        <Button
          variant="default"
          leftSection={<IconTruckDelivery size={17} aria-hidden />}
          style={{ justifySelf: 'start' }}
          onClick={() => setIsOpen(true)}
        >
          {t('book')}
        </Button>
      )}
      <Suspense fallback={null}>
        {isOpen && <ReturnParcelDialog order={order} known={known} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </div>
  );
}
