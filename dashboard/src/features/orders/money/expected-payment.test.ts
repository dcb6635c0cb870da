import { describe, expect, it } from 'vitest';
import type { OrderStatus } from '@/modules/status-badge/order-status';
import { paymentAct, paymentNotice } from './expected-payment';

describe('paymentAct', () => {
  it('or_05 is the cash of a delivered order, and a payment before that or without cash', () => {
    expect(paymentAct({ status: 'DLVR', payment_provider: 'COD' })).toBe('cash');
    expect(paymentAct({ status: 'PRCS', payment_provider: 'COD' })).toBe('pay');
    expect(paymentAct({ status: 'DLVR', payment_provider: 'BANK' })).toBe('pay');
  });
});

describe('paymentNotice', () => {
  const notice = (
    status: OrderStatus,
    payment_provider: string,
    state: Parameters<typeof paymentNotice>[0]['money']['state'],
  ) => paymentNotice({ status, payment_provider, money: { state } });

  it('or_05 is silent where the payment is as expected', () => {
    expect(notice('PEND', 'COD', 'unpaid')).toBeNull();
    expect(notice('ODLV', 'COD', 'unpaid')).toBeNull();
    expect(notice('DLVR', 'COD', 'paid')).toBeNull();
    expect(notice('PRCS', 'BANK', 'paid')).toBeNull();
    expect(notice('CNCL', 'BANK', 'nothing')).toBeNull();
    expect(notice('DRFT', 'BANK', 'unpaid')).toBeNull();
  });
  it('or_05 warns of money that is missing or too much', () => {
    expect(notice('DLVR', 'COD', 'unpaid')).toBe('wrong');
    expect(notice('DLVR', 'COD', 'owes')).toBe('wrong');
    expect(notice('PEND', 'BANK', 'unpaid')).toBe('wrong');
    expect(notice('PRCS', 'COD', 'overpaid')).toBe('wrong');
  });
  it('or_05 names what differs without a warning: cash paid in advance, a deposit, a refund', () => {
    expect(notice('PEND', 'COD', 'paid')).toBe('other');
    expect(notice('PEND', 'COD', 'owes')).toBe('other');
    expect(notice('DLVR', 'COD', 'partly_refunded')).toBe('other');
    expect(notice('RTRN', 'BANK', 'refunded')).toBe('other');
  });
});
