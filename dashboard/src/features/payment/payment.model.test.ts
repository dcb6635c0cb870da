import { describe, expect, it } from 'vitest';
import type { Bank } from './accounts.api';
import type { Connection, Credential, GatewayField } from './payment.api';
import {
  bankOfIban,
  connectionState,
  credentialBody,
  credentialFaults,
  credentialValues,
  isSameName,
} from './payment.model';

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

const field = (name: string, more: Partial<GatewayField> = {}): GatewayField => ({
  name,
  label: { ar: name, en: name },
  help: { ar: '', en: '' },
  kind: 'text',
  is_secret: false,
  is_required: false,
  required_without: [],
  pattern: '[0-9A-F]{4,8}',
  max_length: 8,
  choices: [],
  ...more,
});
const credential = (name: string, more: Partial<Credential> = {}): Credential => ({
  field: name,
  is_set: true,
  value: null,
  last_four: '',
  set_at: null,
  is_lost: false,
  ...more,
});
const fields = [
  field('api_key', { is_secret: true, is_required: true }),
  field('number', { kind: 'number', is_required: true, pattern: '[0-9]{1,4}' }),
  field('frame', { required_without: ['secret', 'public'] }),
  field('secret', { is_secret: true }),
  field('public'),
];

describe('py_02_the_form_of_credentials', () => {
  it('keeps secrets that are stored, and asks for those whose key was lost', () => {
    const stored = [
      credential('api_key'),
      credential('number', { value: '12' }),
      credential('secret', { is_lost: true }),
    ];
    const values = credentialValues({ fields, regions: [] }, stored);
    expect(values).toEqual({ api_key: null, number: '12', frame: '', secret: '', public: '' });
    expect(credentialBody(values)).toEqual({ number: '12', frame: '', secret: '', public: '' });
  });

  it('begins with a country whose accounts take the currency of the store', () => {
    const region = (code: string, has_store_currency: boolean) => ({
      code,
      name: { ar: code, en: code },
      currencies: [],
      has_store_currency,
    });
    const gateway = {
      fields: [field('region', { kind: 'choice' })],
      regions: [region('EG', false), region('SA', true)],
    };
    expect(credentialValues(gateway, [])).toEqual({ region: 'SA' });
    expect(credentialValues(gateway, [credential('region', { value: 'EG' })])).toEqual({ region: 'EG' });
    expect(credentialValues(gateway, [credential('api_key')])).toEqual({ region: '' });
  });

  it('requires what the gateway requires', () => {
    expect(credentialFaults(fields, credentialValues({ fields, regions: [] }, []))).toEqual({
      api_key: 'required',
      number: 'required',
      frame: 'required',
    });
    const withKeys = { api_key: null, number: '٤', frame: '', secret: 'ABCD', public: 'ABCD' };
    expect(credentialFaults(fields, withKeys)).toEqual({});
    expect(credentialFaults(fields, { ...withKeys, secret: '' })).toEqual({ frame: 'required' });
    expect(credentialFaults(fields, { ...withKeys, api_key: 'xyz' })).toEqual({ api_key: 'malformed' });
    expect(credentialFaults(fields, { ...withKeys, api_key: ' ABCDEF ' })).toEqual({});
  });
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
