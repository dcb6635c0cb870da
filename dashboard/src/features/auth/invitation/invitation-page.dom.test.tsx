import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { clearSession, getSession } from '@/shared/session/session';
import { openPage, sent, serve, signInAs } from '@/test/dom';
import { Invitation } from './invitation-page';

const offer = {
  store_name: 'Rose House',
  role: 'order_desk',
  role_name: { ar: 'مكتب الطلبات', en: 'Order desk' },
  invited_by: 'Nora',
  contact: '+966•••••••02',
  expires_at: '2027-01-22T08:00:00Z',
};
const joined = {
  user_data: { id: 'usr_1', name: 'نورة', role: 'admin', ability: [{ action: 'manage', subject: 'Order' }] },
  store_data: { id: 'str_9', name: 'Rose House', currency: 'SAR' },
  stores: [{ id: 'str_1' }, { id: 'str_9' }],
};
const goneReply = [404, { message: 'It works no more.', code: 'invitation_gone', errors: {} }] as [number, unknown];

describe('GU-11 an invitation', () => {
  it('GU-11: shows inviter and store, and joins as the signed-in user in that store', async () => {
    signInAs();
    serve(({ url }) => (url === '/invitations/accept' ? [200, { data: joined }] : [200, { data: offer }]));
    const { user } = await openPage(<Invitation token="abc" />);
    expect(await screen.findByRole('heading', { name: /Rose House/ })).toBeTruthy();
    expect(screen.getByText('Nora')).toBeTruthy();
    expect(screen.getByText('+966•••••••02')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /Join as/ }));
    await waitFor(() => expect(getSession().storeId).toBe('str_9'));
    expect(sent.find((call) => call.url === '/invitations/accept')?.body).toEqual({ token: 'abc' });
    expect(sent.filter((call) => call.url === '/invitations/check')).toHaveLength(1);
  });

  it('GU-11: one that works no more offers nothing, also when it was used up meanwhile', async () => {
    serve(() => goneReply);
    await openPage(<Invitation token="abc" />);
    expect(await screen.findByText(/This invitation has expired/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Join/ })).toBeNull();
  });

  it('GU-11: who is a member already is led to the store', async () => {
    serve(({ url }) =>
      url === '/invitations/accept'
        ? [409, { message: 'You are a member of this store already.', code: 'already_member', errors: {} }]
        : [200, { data: offer }],
    );
    const { user } = await openPage(<Invitation token="abc" />);
    await user.click(await screen.findByRole('button', { name: /Join as/ }));
    expect((await screen.findByRole('alert')).textContent).toContain('already');
    expect(screen.getByRole('link', { name: 'Open dashboard' })).toBeTruthy();
  });

  it('GU-11: a visitor signs in or makes an account', async () => {
    clearSession();
    serve(() => [200, { data: offer }]);
    const { user } = await openPage(<Invitation token="abc" />);
    const signIn = await screen.findByRole('link', { name: /^Sign in to/ });
    expect(decodeURIComponent(signIn.getAttribute('href') ?? '')).toContain('redirect=/invitation/abc');
    await user.click(screen.getByRole('button', { name: /Create an account/ }));
    expect(await screen.findByLabelText(/^Name/)).toBeTruthy();
  });
});
