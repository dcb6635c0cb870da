import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPackage, IconPencil, IconPrinter, IconTruckDelivery, IconX } from '@tabler/icons-react';
import { useCourier } from '@/modules/couriers/couriers.api';
import { printFile, slipFile } from '@/modules/documents/documents.api';
import { useShippingName } from '@/modules/shipping/i18n';
import { useShipmentText } from './i18n';
import { printCourierLabel, printLabel, type Shipment, type ShipmentStatusIn } from './shipments.api';
import { isBooked, isCorrectable, isolated, isUnbooked } from './shipments.model';

const print = (work: Promise<void>) => void work.catch(() => undefined);

/** The menu of a shipment: other steps, documents, its waybill, cancelling. */
export function ParcelMenu({
  shipment,
  orderId,
  steps,
  mayUpdate,
  onGo,
  onEdit,
}: {
  shipment: Shipment;
  orderId: string;
  /** Statuses it can move to besides the main step. */
  steps: Shipment['next_statuses'];
  mayUpdate: boolean;
  onGo: (status: ShipmentStatusIn['status']) => void;
  onEdit: () => void;
}) {
  const t = useShipmentText();
  const name = useShippingName();
  const courier = useCourier(shipment.provider);
  // Its courier has the details, or may have, and takes no changes of them now.
  const isLocked =
    (isUnbooked(shipment) && !isCorrectable(shipment)) ||
    (isBooked(shipment) && courier?.capabilities.has_changes === false);
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actions', { number: isolated(shipment.number) })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {steps.map((status) => (
          <Menu.Item
            key={status}
            leftSection={<IconTruckDelivery size={16} aria-hidden />}
            onClick={() => onGo(status)}
          >
            {t(`go.${status as 'shipped'}`)}
          </Menu.Item>
        ))}
        {steps.length > 0 && <Menu.Divider />}
        {(['a6', '100x150'] as const).map((paper) => (
          <Menu.Item
            key={paper}
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => print(printLabel(shipment.id, paper))}
          >
            {t(`label.${paper}`)}
          </Menu.Item>
        ))}
        {shipment.booking.state === 'booked' &&
          courier?.capabilities.has_labels &&
          (['a6', 'a4'] as const).map((size) => (
            <Menu.Item
              key={size}
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => print(printCourierLabel(shipment.id, size))}
            >
              {t(`courierLabel.${size}`, { courier: `\u2068${name(shipment.provider)}\u2069` })}
            </Menu.Item>
          ))}
        <Menu.Item
          leftSection={<IconPackage size={16} aria-hidden />}
          onClick={() => print(printFile(slipFile(orderId, {})))}
        >
          {t('slip')}
        </Menu.Item>
        {mayUpdate && !isLocked && (
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
            {t('edit')}
          </Menu.Item>
        )}
        {mayUpdate && shipment.next_statuses.includes('cancelled') && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconX size={16} aria-hidden />} onClick={() => onGo('cancelled')}>
              {t('go.cancelled')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
