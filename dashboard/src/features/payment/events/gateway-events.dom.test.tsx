import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import type { GatewayEvent } from './events.api';
import { EventsSection } from './events-section';

const event = (id: string, more: Partial<GatewayEvent>): GatewayEvent => ({
  id,
  transaction: { kind: 'charge', status: 'paid', amount: '115.00', currency: 'SAR' },
  state: 'processed',
  reason: null,
  order: { id: 'ord_1', number: 1023 },
  received_at: '2026-11-03T09:00:00Z',
  processed_at: '2026-11-03T09:00:01Z',
  ...more,
});
const rows = async () => {
  const list = within(await screen.findByRole('region', { name: 'Gateway notifications' }));
  return (await list.findAllByRole('listitem')).map((row) => row.textContent);
};

describe('py_03_what_a_gateway_reported', () => {
  it('is asked for when somebody wants to see it, and says what, how much, how far and of which order', async () => {
    const lost = { state: 'dead', reason: 'The keys can’t be opened.', order: null, transaction: null } as const;
    const refund = { kind: 'refund', status: 'paid', amount: '15.00', currency: 'SAR' } as const;
    serve(() => [200, { data: [event('pev_3', lost), event('pev_2', { transaction: refund }), event('pev_1', {})] }]);
    const { user } = await openPage(<EventsSection methodId="pym_1" />);
    expect(sent.map((call) => call.url)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Show gateway notifications' }));
    const [dead, given, paid] = await rows();
    expect(sent.map((call) => call.url)).toEqual(['/payment-methods/pym_1/events']);
    expect(dead).toMatch(/Notification.*Not processed.*The keys can’t be opened\.$/);
    expect(given).toMatch(/Refund.*15\.00.*Processed/);
    expect(paid).toMatch(/Payment received.*115\.00.*Processed.*Order \u2068#1023\u2069$/);
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/orders/view/ord_1', '/orders/view/ord_1']);
  });

  it('says so when nothing came', async () => {
    serve(() => [200, { data: [] }]);
    const { user } = await openPage(<EventsSection methodId="pym_1" />);
    await user.click(screen.getByRole('button', { name: 'Show gateway notifications' }));
    expect(await screen.findByText(/hasn't sent any notification/)).toBeTruthy();
  });
});
