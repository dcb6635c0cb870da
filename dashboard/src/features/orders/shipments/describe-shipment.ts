import { useShipmentText } from './i18n';
import { isShipmentStatus } from './shipments.model';

type Side = Record<string, unknown> | null;

/** Our reason with the courier's words as detail; where there is none of ours, the words alone. */
function reasonOf(after: Record<string, unknown>, ours: string | undefined): string | undefined {
  const words = typeof after.reason === 'string' ? `\u2068${after.reason}\u2069` : undefined;
  return ours && words ? `${ours} (${words})` : (ours ?? words);
}

/**
 * Describes an activity entry about a shipment, amounts formatted by `money`; null for other entries. `courierReason` is
 * why its courier did not do something.
 */
export function describeShipment(
  before: Side,
  after: Side,
  money: (amount: string) => string,
  courierReason?: string,
): string | null {
  const t = useShipmentText.now;
  if (typeof after?.shipment !== 'string') return null;
  const number = `\u2066#${after.shipment}\u2069`;
  const { shipment_status: status, collects, courier, remitted, remittance_undone: undone } = after;
  if (typeof collects === 'string' && typeof before?.collects === 'string') {
    const amounts = { from: money(before.collects), to: money(collects) };
    return t(after.has_left === true ? 'act.collectsLeft' : 'act.collects', { number, ...amounts });
  }
  if (typeof courier === 'string' && typeof remitted === 'string') {
    return t('act.remitted', { number, courier: `\u2068${courier}\u2069`, amount: money(remitted) });
  }
  if (typeof courier === 'string' && typeof undone === 'string') {
    return t('act.remittanceUndone', { number, courier: `\u2068${courier}\u2069`, amount: money(undone) });
  }
  if (after.booking === 'booked') return t('act.booked', { number });
  if (after.booking === 'waiting') return t('act.bookingAgain', { number });
  const reason = reasonOf(after, courierReason);
  if (after.booking === 'failed') {
    return reason ? t('act.bookingFailedFor', { number, reason }) : t('act.bookingFailed', { number });
  }
  if (courierReason && reason) return t('act.courierReason', { number, reason });
  if (!isShipmentStatus(status)) return t('act.changed', { number });
  return before
    ? t('act.moved', { number, status: t(`status.${status}`) })
    : t(after.without_confirmation === true ? 'act.madeUnconfirmed' : 'act.made', { number });
}
