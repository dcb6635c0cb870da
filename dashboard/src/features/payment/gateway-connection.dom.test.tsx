import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Credential, CredentialField } from '@/shared/forms/credentials/credentials.model';
import { openPage, sent, serve } from '@/test/dom';
import { GatewayConnection } from './gateway-connection';
import type { Credentials, PaymentGateway, PaymentMethod } from './payment.api';

const field = (name: string, more: Partial<CredentialField>): CredentialField => ({
  name,
  label: { ar: name, en: name },
  help: { ar: '', en: '' },
  kind: 'text',
  is_secret: false,
  is_required: true,
  required_without: [],
  pattern: '[0-9A-Za-z-]{8,40}',
  max_length: 40,
  choices: [],
  ...more,
});
const gateway: PaymentGateway = {
  provider: 'PAYTABS_SA',
  name: { ar: 'بوابة PayTabs السعودية', en: 'PayTabs Saudi Arabia' },
  regions: [
    { code: 'SA', name: { ar: 'السعودية', en: 'Saudi Arabia' }, currencies: ['SAR'], has_store_currency: true },
  ],
  fields: [
    field('Profile ID', { kind: 'number', pattern: '[0-9]{1,12}', max_length: 12 }),
    field('Server key', { is_secret: true }),
  ],
  callback_setup: { ar: 'ألصقه في لوحة البوابة', en: 'Paste it in the dashboard' },
  return_setup: { ar: 'ألصقه في خانة العودة', en: 'Paste it as the response callback' },
};
const credential = (name: string, more: Partial<Credential>): Credential => ({
  field: name,
  is_set: false,
  value: null,
  last_four: '',
  set_at: null,
  is_lost: false,
  ...more,
});
const untested = {
  is_complete: true,
  outcome: null,
  message: null,
  words: '',
  account: '',
  is_live: null,
  checked_at: null,
};
const blank: Credentials = {
  id: 'pym_1',
  fields: [credential('Profile ID', {}), credential('Server key', {})],
  callback_url: 'https://example.com/hooks/paytabs_sa/pym_1',
  return_url: 'https://example.com/hooks/paytabs_sa/pym_1/return',
  connection: { ...untested, is_complete: false },
  version: 0,
};
const stored: Credentials = {
  ...blank,
  fields: [
    credential('Profile ID', { is_set: true, value: '47554' }),
    credential('Server key', { is_set: true, last_four: 'wxyz', set_at: '2026-11-03T09:00:00Z' }),
  ],
  connection: untested,
  version: 3,
};
const method: PaymentMethod = {
  id: 'pym_1',
  provider: 'PAYTABS_SA',
  name: { ar: 'بطاقة', en: 'Card' },
  instructions: { ar: '', en: '' },
  is_active: false,
  fixed_fees: '0.00',
  ratio_fees: '0.00',
  add_vat_to_payment_charges: false,
  disable_on_first_order: false,
  min_amount: null,
  max_amount: null,
  countries: [],
  display_order: 3,
  connection: blank.connection,
  version: 1,
};

const open = (credentials: Credentials) =>
  openPage(<GatewayConnection gateway={gateway} method={method} credentials={credentials} />);
const calls = () => sent.filter((call) => call.method !== 'GET').map((call) => `${call.method} ${call.url}`);

describe('py_02_the_connection_of_a_gateway', () => {
  it('is saved and tested with one press, once what is required is there', async () => {
    serve(() => [200, { data: stored }]);
    const { user } = await open(blank);
    await user.type(screen.getByRole('textbox', { name: /Profile ID/ }), '47554');
    await user.click(screen.getByRole('button', { name: 'Save and test' }));
    expect(calls()).toEqual([]);
    await user.type(screen.getByLabelText(/Server key/), 'short');
    await user.click(screen.getByRole('button', { name: 'Save and test' }));
    expect(await screen.findByText(/incomplete/)).toBeTruthy();
    expect(calls()).toEqual([]);
    await user.type(screen.getByLabelText(/Server key/), '-0000-1111');
    await user.click(screen.getByRole('button', { name: 'Save and test' }));
    await waitFor(() =>
      expect(calls()).toEqual(['PUT /payment-methods/pym_1/credentials', 'POST /payment-methods/pym_1/check']),
    );
    expect(sent.find((call) => call.method === 'PUT')).toMatchObject({
      body: { values: { 'Profile ID': '47554', 'Server key': 'short-0000-1111' }, version: 0 },
    });
    // What was typed is gone from the page.
    expect(await screen.findByText('•••• wxyz')).toBeTruthy();
    expect(document.body.innerHTML).not.toContain('short-0000-1111');
  });

  it('shows the end of a stored secret and sends it only when it is replaced', async () => {
    serve(() => [200, { data: { ...stored, version: 4 } }]);
    const { user } = await open(stored);
    expect(screen.getByText('•••• wxyz')).toBeTruthy();
    expect(screen.getByText(/Saved on/)).toBeTruthy();
    await user.clear(screen.getByRole('textbox', { name: /Profile ID/ }));
    await user.type(screen.getByRole('textbox', { name: /Profile ID/ }), '47555');
    await user.click(screen.getByRole('button', { name: 'Save and test' }));
    await waitFor(() => expect(calls().length).toBe(2));
    expect(sent.find((call) => call.method === 'PUT')).toMatchObject({
      body: { values: { 'Profile ID': '47555' }, version: 3 },
    });
  });

  it('can be tested again without a change, and has addresses to copy', async () => {
    serve(() => [200, { data: stored }]);
    const { user } = await open(stored);
    expect(screen.getByRole('textbox', { name: 'Callback URL' })).toHaveProperty('value', stored.callback_url);
    expect(screen.getByRole('textbox', { name: 'Return URL' })).toHaveProperty('value', stored.return_url);
    expect(screen.getByText('Paste it as the response callback')).toBeTruthy();
    for (const name of ['Copy Callback URL', 'Copy Return URL']) {
      expect(screen.getByRole('button', { name })).toBeTruthy();
    }
    await user.click(screen.getByRole('button', { name: 'Test connection' }));
    await waitFor(() => expect(calls()).toEqual(['POST /payment-methods/pym_1/check']));
  });
});
