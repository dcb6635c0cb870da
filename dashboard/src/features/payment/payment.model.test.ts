import { expect, it } from 'vitest';
import type { Bank } from './accounts.api';
import type { Connection } from './payment.api';
import { bankOfIban, connectionState, isSameName } from './payment.model';

it('py_01_a_display_name_that_repeats_the_kind_is_the_same_name', () => {
  expect(isSameName('تحويل بنكي', 'التحويل البنكي')).toBe(true);
  expect(isSameName(' bank transfer', 'Bank transfer')).toBe(true);
  expect(isSameName('تحويل على الراجحي', 'التحويل البنكي')).toBe(false);
});

const connection: Connection = {
  is_complete: true,
  outcome: null,
  message: null,
  words: '',
  account: '',
  is_live: null,
  checked_at: null,
};

it('py_02_the_list_tells_how_a_gateway_is_reached', () => {
  const word = (change: Partial<Connection>) => connectionState({ ...connection, ...change }).word;
  expect(word({ is_complete: false })).toBe('incomplete');
  expect(word({})).toBe('untested');
  expect(word({ outcome: 'connected' })).toBe('connected');
  expect(word({ outcome: 'connected', is_live: false })).toBe('test');
  expect(word({ outcome: 'unreadable' })).toBe('refused');
  expect(connectionState({ ...connection, outcome: 'unauthorised' }).tone).toBe('red');
});

it('py_04_the_iban_proposes_the_bank', () => {
  const bank = (id: Bank['id'], country: string, iban_code: string): Bank => ({
    id,
    country,
    iban_code,
    name: { ar: id, en: id },
  });
  const banks = [bank('sa_gib', 'SA', ''), bank('sa_rajhi', 'SA', '80'), bank('kw_nbk', 'KW', 'NBOK')];
  expect(bankOfIban('sa03 8000 0000 6080 1016 7519', banks)?.id).toBe('sa_rajhi');
  expect(bankOfIban('KW81NBOK0000000000001234560101', banks)?.id).toBe('kw_nbk');
  expect(bankOfIban('SA03', banks)).toBeUndefined();
  expect(bankOfIban('', banks)).toBeUndefined();
});
