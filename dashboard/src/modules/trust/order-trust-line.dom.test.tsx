import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, serve } from '@/test/dom';
import { OrderTrustLine } from './order-trust-line';
import type { OrderTrust } from './trust.api';

/** Opens the reasons as the keyboard does. */
const reasons = async (state: OrderTrust['state']) => {
  const data = {
    state,
    attempts: 0,
    due_at: null,
    deposit: null,
    calls: [],
    score: {
      points: 40,
      band: 'fair',
      reasons: [{ code: 'refused', points: -20, text: { ar: 'رفض', en: 'Refused' } }],
    },
    decision: { action: 'confirm', rule: null, points: 40 },
  };
  serve(() => [200, { data: { trust: data } }]);
  const { user } = await openPage(<OrderTrustLine id="ord_1" />);
  const line = await screen.findByRole('button', { name: /^Not enough history/ });
  await user.tab();
  expect(document.activeElement).toBe(line);
  expect(line.getAttribute('aria-expanded')).toBe('false');
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog');
  return { user, line };
};

describe('OR-11 the trust of an order that was to be confirmed', () => {
  it('f12: is one line, whose reasons open by the keyboard and give the focus back', async () => {
    const { user, line } = await reasons('waiting');
    expect(line.textContent).toBe('Not enough historyAwaiting confirmation');
    expect(screen.getByText('Refused')).toBeTruthy();
    await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(line));
  });

  it('f12: says that it must be, and offers the call, until it is', async () => {
    await reasons('waiting');
    await screen.findByText('Requires confirmation');
    expect(screen.getByRole('link', { name: 'Call the customer' })).toBeTruthy();
  });

  it.each([
    ['confirmed', 'Confirmed by customer'],
    ['cancelled', 'Canceled'],
    ['moved', 'Processed without a call'],
  ] as const)('f12: says no more that it must be once it is %s', async (state, text) => {
    const { line } = await reasons(state);
    expect(line.textContent).toContain(text);
    expect(screen.queryByText('Requires confirmation')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Call the customer' })).toBeNull();
  });
});
