import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import { CourierImportPage } from './import-page';

const path = '/courier-cash/import';
const meta = { total: 0, per_page: 100, current_page: 1, last_page: 1, from: null, to: null };
const server = (isTaken: boolean) =>
  serve((call) => {
    if (call.method === 'POST')
      return isTaken
        ? [422, { message: 'no', code: 'invalid', errors: { sheet_id: ['Another settlement has this sheet.'] } }]
        : [201, { data: { id: 'stl_9' } }];
    if (call.url === '/courier-cash') return [200, { data: { couriers: [], total: {} } }];
    if (call.url.startsWith('/courier-sheets')) return [200, { data: { file_name: 'cycle.csv', records: 12 } }];
    return [200, { data: [], meta }];
  });
const posts = () => sent.filter(({ method }) => method === 'POST');

describe('the import of a remittance sheet', () => {
  it('or_06_asks_for_the_sheet_and_the_courier_before_anything_is_sent', async () => {
    server(false);
    const { user } = await openPage(<CourierImportPage />, { at: path, path });
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Upload the sheet first.')).toBeTruthy();
    expect(screen.getByText('This field is required')).toBeTruthy();
    expect(posts()).toEqual([]);
  });

  it('or_06_leaves_terms_that_are_not_entered_to_the_last_settlement', async () => {
    server(false);
    const { user, address } = await openPage(<CourierImportPage />, { at: `${path}?sheet=imp_1`, path });
    expect(await screen.findByText('cycle.csv')).toBeTruthy();
    await user.type(screen.getByRole('combobox', { name: /Courier/ }), ' Bosta ');
    await user.type(screen.getByLabelText('Amount the bank received'), '150');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(address()).toBe('/courier-cash/settlements/stl_9'));
    const body = posts()[0]?.body;
    expect(body).toMatchObject({ sheet_id: 'imp_1', courier: 'Bosta', reference: '' });
    expect(Number(body?.total)).toBe(150);
    expect(Object.keys(body ?? {})).not.toContain('agreed_fee');
    expect(Object.keys(body ?? {})).not.toContain('late_after_days');
  });

  it('or_06_says_at_the_file_what_is_wrong_with_it', async () => {
    server(true);
    const { user } = await openPage(<CourierImportPage />, { at: `${path}?sheet=imp_1`, path });
    await user.type(await screen.findByRole('combobox', { name: /Courier/ }), 'Bosta');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Another settlement has this sheet.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Choose another file' }));
    expect(await screen.findByRole('button', { name: /Drop the courier’s sheet/ })).toBeTruthy();
  });
});
