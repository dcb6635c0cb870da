import { describe, expect, it } from 'vitest';
import { describeOnlinePayment } from './describe-online-payment';

const money = (amount: string) => `${amount} SAR`;
const visa = { provider: 'PAYMOB', means: 'card', scheme: 'Visa', last_four: '4242' };

describe('what the activity says of online payments', () => {
  it('says with what and through whom was paid, refunded and taken back', () => {
    const paid = describeOnlinePayment({ payment: '100.00', status: 'PAID', online_payment: visa }, money);
    const refunded = describeOnlinePayment({ refund: '40.00', online_payment: visa }, money);
    const back = describeOnlinePayment({ chargeback: '60.00', online_payment: visa }, money);
    for (const [text, amount] of [
      [paid, '100.00 SAR'],
      [refunded, '40.00 SAR'],
      [back, '60.00 SAR'],
    ] as const) {
      expect(text).toContain(amount);
      expect(text).toContain('Visa •••• 4242');
      expect(text).toContain('Paymob');
    }
    expect(new Set([paid, refunded, back]).size).toBe(3);
  });

  it('says why a payment was declined, in our words or in those of the gateway', () => {
    const of = (code: string, words: string) =>
      describeOnlinePayment({ payment_declined: { ...visa, provider: 'PAYTABS_SA', code, words } }, money);
    expect(of('insufficient_funds', 'NSF 51')).not.toContain('NSF 51');
    expect(of('declined', 'Do not honour')).toContain('Do not honour');
    expect(of('a_new_code', 'Words')).toContain('Words');
    expect(of('insufficient_funds', '')).toContain('PayTabs');
  });

  it('names a wallet without a scheme, and is silent about other entries', () => {
    const wallet = { provider: 'PAYMOB', means: 'wallet', scheme: '', last_four: '' };
    expect(describeOnlinePayment({ payment: '1.00', online_payment: wallet }, money)).not.toContain('••••');
    expect(describeOnlinePayment({ payment: '1.00' }, money)).toBeNull();
    expect(describeOnlinePayment(null, money)).toBeNull();
    expect(describeOnlinePayment({ payment_case: { kind: 'paid_twice' } }, money)).not.toBeNull();
    expect(describeOnlinePayment({ payment_case: { kind: 'of_a_newer_version' } }, money)).toBeNull();
  });
});
