import { useShipmentText } from './i18n';
import { isShipmentStatus } from './shipments.model';

type Side = Record<string, unknown> | null;

/** What an entry of the activity says of a shipment; none when it is about something else. */
export function sayShipment(before: Side, after: Side): string | null {
  const t = useShipmentText.now;
  if (typeof after?.shipment !== 'string') return null;
  const number = `\u2066#${after.shipment}\u2069`;
  const status = after.shipment_status;
  if (!isShipmentStatus(status)) return t('act.changed', { number });
  return before ? t('act.moved', { number, status: t(`status.${status}`) }) : t('act.made', { number });
}
