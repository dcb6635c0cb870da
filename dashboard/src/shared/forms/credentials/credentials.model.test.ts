import { describe, expect, it } from 'vitest';
import {
  credentialBody,
  credentialFaults,
  credentialValues,
  isRequiredNow,
  type Credential,
  type CredentialField,
} from './credentials.model';

const field = (name: string, more: Partial<CredentialField> = {}): CredentialField => ({
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
    const provider = {
      fields: [field('region', { kind: 'choice' })],
      regions: [region('EG', false), region('SA', true)],
    };
    expect(credentialValues(provider, [])).toEqual({ region: 'SA' });
    expect(credentialValues(provider, [credential('region', { value: 'EG' })])).toEqual({ region: 'EG' });
    expect(credentialValues(provider, [credential('api_key')])).toEqual({ region: '' });
  });

  it('marks a field as required only as long as the others do not stand for it', () => {
    const [, , frame] = fields;
    if (!frame) throw new Error('no such field');
    expect(isRequiredNow(frame, { secret: '', public: '' })).toBe(true);
    expect(isRequiredNow(frame, { secret: 'ABCD', public: '' })).toBe(true);
    expect(isRequiredNow(frame, { secret: null, public: 'ABCD' })).toBe(false);
  });

  it('requires what the provider requires', () => {
    expect(credentialFaults(fields, credentialValues({ fields, regions: [] }, []))).toEqual({
      api_key: 'required',
      number: 'required',
      frame: 'required',
    });
    const withKeys = { api_key: null, number: '٤', frame: '', secret: 'ABCD', public: 'ABCD' };
    expect(credentialFaults(fields, withKeys)).toEqual({});
    // A number is told apart from letters at once, in the digits of any keyboard.
    expect(credentialFaults(fields, { ...withKeys, number: 'abc' })).toEqual({ number: 'malformed' });
    expect(credentialFaults(fields, { ...withKeys, secret: '' })).toEqual({ frame: 'required' });
    expect(credentialFaults(fields, { ...withKeys, api_key: 'xyz' })).toEqual({ api_key: 'malformed' });
    expect(credentialFaults(fields, { ...withKeys, api_key: ' ABCDEF ' })).toEqual({});
  });
});
