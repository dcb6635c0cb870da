import { describe, expect, it } from 'vitest';
import { orderStatuses, type OrderStatus } from '@/modules/status-badge/order-status';
import {
  isToCancel,
  naturalNext,
  presetDays,
  reachable,
  readableRate,
  stagesOf,
  totalLines,
  transitions,
} from './orders.model';
import { arrivedSince, highestNumber, statusTabs } from './list/arrivals';
import { orderSearch, ordersSearch } from './orders.search';

describe('ordersSearch', () => {
  it('or_01 keeps what it knows and drops the rest', () => {
    expect(
      ordersSearch({
        status: 'PEND,NOPE,PRCS',
        payment_status: 'maybe',
        'total.gte': '١٠٠٫٥',
        'total.lte': 'much',
        'created_at.gte': '2026-11-01',
        'created_at.lte': '2026-13-40',
        sort: '-total',
        page: '2',
        other: 'x',
      }),
    ).toEqual({
      status: 'PEND,PRCS',
      'total.gte': '100.5',
      'created_at.gte': '2026-11-01',
      sort: '-total',
      page: 2,
    });
  });
  it('drops an order that the server does not know', () => {
    expect(ordersSearch({ sort: 'city' })).toEqual({});
  });
});

describe('days', () => {
  it('or_01 presets end today, where the store is', () => {
    // Already the 21st in Riyadh.
    const now = new Date('2026-11-20T22:30:00Z');
    expect(presetDays('today', now, 'Asia/Riyadh')).toEqual(['2026-11-21', '2026-11-21']);
    expect(presetDays('yesterday', now, 'Asia/Riyadh')).toEqual(['2026-11-20', '2026-11-20']);
    expect(presetDays('week', now, 'Asia/Riyadh')).toEqual(['2026-11-15', '2026-11-21']);
    expect(presetDays('month', now, 'UTC')).toEqual(['2026-10-22', '2026-11-20']);
  });
});

describe('statusTabs', () => {
  it('or_01 shows rare statuses only while they hold orders, or are open', () => {
    expect(statusTabs(undefined, '')).toEqual(['PEND', 'PRCS', 'RDYS', 'SHPD', 'DLVR', 'CNCL']);
    expect(statusTabs({ all: 3, RTRN: 1, RDYP: 0 }, 'DRFT')).toEqual([
      'DRFT',
      'PEND',
      'PRCS',
      'RDYS',
      'SHPD',
      'DLVR',
      'CNCL',
      'RTRN',
    ]);
  });
});

describe('statuses', () => {
  it('or_04 the suggested step is always a legal one', () => {
    for (const status of orderStatuses) {
      for (const provider of ['CUSTOM', 'PICKUP']) {
        const next = naturalNext(status, transitions[status], provider);
        if (next) expect(transitions[status]).toContain(next);
      }
    }
    expect(naturalNext('PEND', ['PRCS', 'CNCL'], 'CUSTOM')).toBe('PRCS');
    expect(naturalNext('PRCS', transitions.PRCS, 'PICKUP')).toBe('RDYP');
    expect(naturalNext('PRCS', transitions.PRCS, 'CUSTOM')).toBe('RDYS');
  });
  it('or_04 suggests nothing that the server does not allow now, nor a return after delivery', () => {
    expect(naturalNext('PEND', ['CNCL'], 'CUSTOM')).toBeNull();
    expect(naturalNext('DLVR', ['RTRN'], 'CUSTOM')).toBeNull();
    expect(naturalNext('CNCL', [], 'CUSTOM')).toBeNull();
  });
  // Payment is not part of the stages: "Paid" is not offered beside "Mark as paid".
  it('or_01 a bulk act offers what at least one of the orders can do, and says how many', () => {
    const chosen: OrderStatus[] = ['PEND', 'PEND', 'DLVR'];
    expect(reachable(chosen)).toEqual([
      { status: 'PRCS', count: 2 },
      { status: 'CNCL', count: 2 },
      { status: 'RTRN', count: 1 },
    ]);
    expect(reachable(['CNCL'])).toEqual([]);
  });
  it('the dialog of an order is one of the known ones', () => {
    expect(orderSearch({ dialog: 'CNCL' })).toEqual({ dialog: 'CNCL' });
    expect(orderSearch({ dialog: 'DLVR' })).toEqual({});
    expect(orderSearch({ dialog: 'payment', case: 'pcs_1' })).toEqual({ dialog: 'payment', case: 'pcs_1' });
    expect(orderSearch({ dialog: 'CNCL', case: 'pcs_1' })).toEqual({ dialog: 'CNCL' });
  });
});

describe('OR-04 a refunded order', () => {
  it('is to be cancelled as long as nothing has left', () => {
    const refunded = { money: { state: 'refunded' as const } };
    expect(isToCancel({ ...refunded, next_statuses: ['PRCS', 'CNCL'] })).toBe(true);
    expect(isToCancel({ ...refunded, next_statuses: ['ODLV', 'DLVR'] })).toBe(false);
    expect(isToCancel({ money: { state: 'partly_refunded' }, next_statuses: ['PRCS', 'CNCL'] })).toBe(false);
  });
});

describe('stagesOf', () => {
  it('or_02 a delivery and a pickup have their own stages', () => {
    expect(stagesOf('ODLV', 'CUSTOM')).toEqual({ stages: ['PEND', 'PRCS', 'RDYS', 'SHPD', 'DLVR'], at: 3 });
    expect(stagesOf('PAID', 'PICKUP')).toEqual({ stages: ['PEND', 'PRCS', 'RDYP', 'DLVR'], at: 0 });
    expect(stagesOf('SDLV', 'CUSTOM')?.at).toBe(2);
    expect(stagesOf('DLVR', 'PICKUP')?.at).toBe(3);
  });
  it('or_02 an order that left the usual way has none', () => {
    expect(['DRFT', 'CNCL', 'RFSD', 'RTRN'].map((code) => stagesOf(code as OrderStatus, 'CUSTOM'))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('totalLines', () => {
  const order = {
    subtotal: '230.00',
    other_discount: '0.00',
    coupon: null,
    vat: '30.00',
    is_vat_included: true,
    full_shipping_fees: '0.00',
    payment_fees: '0.00',
  };
  it('or_02 included VAT is no line of its own, and shipping is named even when free', () => {
    expect(totalLines(order).map((line) => line.key)).toEqual(['subtotal', 'shipping']);
  });
  it('or_02 every part that applies is a line', () => {
    const lines = totalLines({ ...order, other_discount: '10.00', payment_fees: '5.00', is_vat_included: false });
    expect(lines.map((line) => line.key)).toEqual(['subtotal', 'discount', 'shipping', 'fees', 'vat']);
    expect(lines[1]).toEqual({ key: 'discount', amount: '10.00', negative: true });
  });
  it('cp_01 a coupon is shown below the amount it reduces', () => {
    const keys = (segment: 'products_price' | 'shipping_fees') =>
      totalLines({ ...order, other_discount: '1.00', coupon: { segment, discount: '5.00' } }).map((line) => line.key);
    expect(keys('products_price')).toEqual(['subtotal', 'discount', 'coupon', 'shipping']);
    expect(keys('shipping_fees')).toEqual(['subtotal', 'discount', 'shipping', 'coupon']);
  });
  it('rates lose their empty decimals', () => {
    expect([readableRate('15.00'), readableRate('7.50'), readableRate('15'), readableRate('0.00')]).toEqual([
      '15',
      '7.5',
      '15',
      '0',
    ]);
  });
});

describe('arrivals', () => {
  const rows = [
    { id: 'c', number: 1003 },
    { id: 'b', number: 1002 },
    { id: 'a', number: 1001 },
  ];
  it('or_01 are the orders after the one known at the opening', () => {
    expect(arrivedSince(1001, rows)).toEqual(['c', 'b']);
    expect(arrivedSince(null, rows)).toEqual([]);
    expect(highestNumber(rows)).toBe(1003);
    expect(highestNumber([])).toBe(0);
  });
});
