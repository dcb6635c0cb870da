import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { signInAs, openPage, sent, serve, toasts } from '@/test/dom';
import { AccessPage } from './access-page';

const role = (code: string, en: string, abilities: unknown[]) => ({ code, name: { ar: en, en }, abilities });
const member = (id: string, name: string, code: string, over = {}) => ({
  id,
  name,
  email: null,
  mobile: null,
  role: code,
  is_client: false,
  is_self: false,
  joined_at: '2027-01-15T08:00:00Z',
  ...over,
});
const access = (members: unknown[]) => ({
  members,
  roles: [
    role('owner', 'Owner', [{ action: 'manage', subject: 'all' }]),
    role('order_desk', 'Order desk', [
      { action: 'manage', subject: 'Order' },
      { action: 'read', subject: 'Product' },
    ]),
  ],
  own_abilities: [{ action: 'read', subject: 'ACL' }],
});
const two = [member('usr_1', 'Nora', 'owner', { is_self: true }), member('usr_2', 'Sami', 'order_desk')];

describe('GU-11 members and permissions', () => {
  it('GU-11: shows who belongs to the store and what each role may do', async () => {
    serve(() => [200, { data: access(two) }]);
    await openPage(<AccessPage />);
    expect(await screen.findByText('Sami')).toBeTruthy();
    const orders = screen.getByRole('row', { name: /^Orders/ });
    expect(
      within(orders)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['None', 'Full access', 'Full access']);
    const products = screen.getByRole('row', { name: /^Products/ });
    expect(
      within(products)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['None', 'Full access', 'View']);
  });

  it('GU-11: the last owner is offered neither another role nor removal', async () => {
    serve(() => [200, { data: access(two) }]);
    await openPage(<AccessPage />);
    await screen.findByText('Sami');
    expect(screen.queryByRole('button', { name: /Remove.*Nora/ })).toBeNull();
    expect(screen.getByRole('button', { name: /Remove.*Sami/ })).toBeTruthy();
  });

  it('GU-11: who may only read is offered no change', async () => {
    signInAs([{ action: 'read', subject: 'ACL' }]);
    serve(() => [200, { data: access(two) }]);
    await openPage(<AccessPage />);
    await screen.findByText('Sami');
    expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('GU-11: removing asks for confirmation, and a refusal of the server is shown', async () => {
    serve(({ method }) =>
      method === 'DELETE'
        ? [409, { message: 'A store needs at least one owner.', code: 'last_owner' }]
        : [200, { data: access(two) }],
    );
    const { user } = await openPage(<AccessPage />);
    await user.click(await screen.findByRole('button', { name: /Remove.*Sami/ }));
    expect(sent.some((call) => call.method === 'DELETE')).toBe(false);
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent.some((call) => call.url === '/access-control/members/usr_2')).toBe(true));
    await waitFor(() => expect(toasts()[0]?.textContent).toContain('A store needs at least one owner.'));
  });

  it('GU-11: an invitation tells what the role may do, and shows its link once', async () => {
    const invitation = {
      id: 'inv_1',
      channel: 'email',
      contact: 'team@example.com',
      role: 'order_desk',
      invited_by: 'Nora',
      created_at: '2027-01-15T08:00:00Z',
      expires_at: '2027-01-22T08:00:00Z',
      is_expired: false,
    };
    let open: unknown[] = [];
    serve(({ method, url }) => {
      if (method === 'POST') {
        open = [invitation];
        return [201, { data: { invitation, link: 'https://rawaj.example/invitation/abc', is_outbox: true } }];
      }
      return [200, { data: url === '/access-control/invitations' ? open : access(two) }];
    });
    const { user } = await openPage(<AccessPage />);
    await user.click(await screen.findByRole('button', { name: 'Invite member' }));
    expect(screen.getByText(/Manages orders/)).toBeTruthy();
    await user.type(screen.getByLabelText(/^Mobile or email/), 'team@example.com');
    await user.click(screen.getByRole('button', { name: 'Create invitation' }));
    const link = await screen.findByLabelText<HTMLInputElement>(/^Invitation link/);
    expect(link.value).toBe('https://rawaj.example/invitation/abc');
    expect(sent.find((call) => call.method === 'POST')?.body).toEqual({
      contact: 'team@example.com',
      role: 'order_desk',
    });
    expect(await screen.findByText('1 pending invitation')).toBeTruthy();
  });

  it('GU-11: who may not add members is offered no invitation', async () => {
    signInAs([{ action: 'read', subject: 'all' }]);
    serve(({ url }) => [200, { data: url === '/access-control/invitations' ? [] : access(two) }]);
    await openPage(<AccessPage />);
    await screen.findByText('Sami');
    expect(screen.queryByRole('button', { name: 'Invite member' })).toBeNull();
  });
});
