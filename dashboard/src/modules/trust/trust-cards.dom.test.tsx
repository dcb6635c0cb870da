import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, serve } from '@/test/dom';
import { OrderTrustCard } from './trust-cards';
import type { OrderTrust } from './trust.api';

const card = async (state: OrderTrust['state']) => {
  const data = {
    state,
    attempts: 0,
    due_at: null,
    deposit: null,
    calls: [],
    score: { points: 40, band: 'fair', reasons: [] },
    decision: { action: 'confirm', rule: null, points: 40 },
  };
  serve(() => [200, { data }]);
  return openPage(<OrderTrustCard id="ord_1" isCash />);
};

describe('OR-11 the card of an order that was to be confirmed', () => {
  it('f12: says that it must be, and offers the call, until it is', async () => {
    await card('waiting');
    await screen.findByText('Requires confirmation');
    expect(screen.getByText('Awaiting confirmation')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Call the customer' })).toBeTruthy();
  });

  it.each([
    ['confirmed', 'Confirmed by customer'],
    ['cancelled', 'Canceled'],
    ['moved', 'Processed without a call'],
  ] as const)('f12: says no more that it must be once it is %s', async (state, text) => {
    await card(state);
    await screen.findByText(text);
    expect(screen.queryByText('Requires confirmation')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Call the customer' })).toBeNull();
  });
});
