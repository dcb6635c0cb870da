import { useReturnActivityText } from './i18n';

type Side = Record<string, unknown> | null;

/** Describes an activity entry about a return that a courier picks up; null for other entries. */
export function describeReturnParcel(before: Side, after: Side): string | null {
  const t = useReturnActivityText.now;
  if (typeof after?.return_parcel !== 'string') return null;
  const number = `\u2066#${after.return_parcel}\u2069`;
  const reason = typeof after.reason === 'string' ? `\u2068${after.reason}\u2069` : null;
  if (!before) return t('requested', { number });
  const { return_parcel_state: state, courier_step: step } = after;
  if (state !== before.return_parcel_state) {
    if (state === 'failed') return reason ? t('failedFor', { number, reason }) : t('failed', { number });
    if (state === 'waiting' || state === 'booked' || state === 'cancelled') return t(state, { number });
  }
  if (after.is_cancel_requested === true && before.is_cancel_requested !== true) {
    return t('cancelRequested', { number });
  }
  if (after.booking_code === 'not_cancelled') return t('notCancelled', { number });
  if (step !== before.courier_step) {
    if (step === 'returned' || step === 'lost' || step === 'damaged') return t(step, { number });
    if (step === 'exception') return reason ? t('delayedFor', { number, reason }) : t('delayed', { number });
  }
  return t('changed', { number });
}
