import type { ActivityEntry } from '@/modules/activity-log/activity';
import type { CartDetail } from './carts.api';

type CartHistory = Pick<
  CartDetail,
  'created_at' | 'active_at' | 'step' | 'name' | 'restored_from' | 'order' | 'events'
>;

/** The shopper's steps, from the cart itself; the journal has the store's acts. */
export type CartHappening = 'started' | 'restored' | 'reached' | 'ordered';

/** A cart's history as entries of an activity log: the shopper's steps merged with the journal's entries, by time. */
export function cartEvents(cart: CartHistory): ActivityEntry[] {
  const shopper = { type: 'Customer', name: cart.name ?? '', operator: null };
  const own = (at: string, happened: CartHappening): ActivityEntry => ({
    seq: 0,
    at,
    action: happened === 'reached' ? 'update' : 'create',
    actor: shopper,
    note: null,
    before: null,
    after: { happened },
  });
  const all = [own(cart.created_at, cart.restored_from ? 'restored' : 'started')];
  if (cart.order && cart.step === 'checkout') all.push(own(cart.active_at, 'ordered'));
  else if (cart.active_at > cart.created_at) all.push(own(cart.active_at, 'reached'));
  all.push(...(cart.events as ActivityEntry[]));
  // Numbered by time: the log shows the newest first.
  return all
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => Date.parse(a.entry.at) - Date.parse(b.entry.at) || a.index - b.index)
    .map(({ entry }, index) => ({ ...entry, seq: index + 1 }));
}
