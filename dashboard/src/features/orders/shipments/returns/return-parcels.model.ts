import type { StatusTone } from '@/shared/ui/tokens';
import type { ReturnParcel } from './return-parcels.api';

const stateTones = { waiting: 'amber', booked: 'blue', failed: 'red', cancelled: 'gray' } as const;
const stepTones = {
  created: 'blue',
  exception: 'amber',
  returning: 'blue',
  returned: 'green',
  lost: 'red',
  damaged: 'red',
} as const;

type ShownStep = keyof typeof stepTones;
export const isShownStep = (step: string | null): step is ShownStep => step !== null && step in stepTones;

interface ReturnBadge {
  key: `state.${keyof typeof stateTones}` | `step.${ShownStep}` | 'cancelling';
  tone: StatusTone;
}

/** How far a return is: its courier's step once there is one, else how far its booking is. */
export function badgesOf({ state, step, is_cancel_requested }: ReturnParcel): ReturnBadge[] {
  const main: ReturnBadge =
    state === 'booked' && isShownStep(step)
      ? { key: `step.${step}`, tone: stepTones[step] }
      : { key: `state.${state}`, tone: stateTones[state] };
  return is_cancel_requested ? [main, { key: 'cancelling', tone: 'amber' }] : [main];
}
