import type { StatusTone } from '@/shared/ui/tokens';
import type { CourierAccount } from '@/modules/couriers/couriers.api';

type StateName = 'none' | 'untested' | 'connected' | 'unauthorised' | 'refused' | 'unreachable';

/** How a courier's account stands, as one word of the catalogue (`state.*`) with its colour. */
export function accountState(account: Pick<CourierAccount, 'is_connected' | 'check_result'> | undefined): {
  word: StateName;
  tone: StatusTone;
} {
  if (!account?.is_connected) return { word: 'none', tone: 'gray' };
  switch (account.check_result?.outcome) {
    case undefined:
      return { word: 'untested', tone: 'gray' };
    case 'connected':
      return { word: 'connected', tone: 'green' };
    case 'unauthorised':
      return { word: 'unauthorised', tone: 'red' };
    case 'unreachable':
      return { word: 'unreachable', tone: 'amber' };
    case 'refused':
    case 'unreadable':
      return { word: 'refused', tone: 'red' };
  }
}
