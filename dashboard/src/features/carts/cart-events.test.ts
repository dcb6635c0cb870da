import { describe, expect, it } from 'vitest';
import { cartEvents } from './cart-events';

const cart: Parameters<typeof cartEvents>[0] = {
  created_at: '2026-11-20T10:00:00Z',
  active_at: '2026-11-20T10:30:00Z',
  step: 'payment',
  name: 'هند',
  restored_from: null,
  order: null,
  events: [
    {
      seq: 41,
      at: '2026-11-20T12:00:00Z',
      action: 'update',
      actor: { type: 'System', name: '', operator: null },
      note: null,
      before: null,
      after: { reminder: 1, channel: 'sms' },
    },
  ],
};
const happened = (of: typeof cart) => cartEvents(of).map(({ after }) => after?.happened ?? after?.reminder);

describe('what happened to a cart', () => {
  it('ca_02 shows the shopper’s steps and the reminders in order', () => {
    expect(happened(cart)).toEqual(['started', 'reached', 1]);
    expect(cartEvents(cart).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(cartEvents(cart)[0]?.actor).toEqual({ type: 'Customer', name: 'هند', operator: null });
  });
  it('ca_02 shows a return after a reminder at its place in the timeline', () => {
    expect(happened({ ...cart, active_at: '2026-11-20T13:00:00Z' })).toEqual(['started', 1, 'reached']);
  });
  it('ca_02 shows origin and outcome of the cart', () => {
    expect(happened({ ...cart, restored_from: 'crt_1', active_at: cart.created_at, events: [] })).toEqual(['restored']);
    const order = { id: 'ord_1', number: 1004 };
    expect(happened({ ...cart, step: 'checkout', order, events: [] })).toEqual(['started', 'ordered']);
    // It was recovered by another cart: the time is shown there.
    expect(happened({ ...cart, order, events: [] })).toEqual(['started', 'reached']);
  });
});
