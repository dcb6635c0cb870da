import { StatusBadge } from '@/shared/ui/status-badge';
import type { StatusTone } from '@/shared/ui/tokens';
import type { CouponState } from './coupons.api';
import { useCouponModuleText } from './i18n';

const tones: Record<CouponState, StatusTone> = {
  active: 'green',
  scheduled: 'blue',
  ended: 'gray',
  used_up: 'amber',
  off: 'gray',
};

/** The current state of a coupon as a badge. */
export function CouponStateBadge({ state }: { state: CouponState }) {
  const t = useCouponModuleText();
  return <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>;
}
