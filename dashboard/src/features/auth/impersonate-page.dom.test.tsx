import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OnBehalfBanner } from '@/app/layouts/on-behalf-banner';
import { getSession } from '@/shared/session/session';
import { openPage, sent, serve } from '@/test/dom';
import { EnterStore } from './impersonate-page';

const encode = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
const linkTo = (token: string) => encode(`${location.origin}/dashboard/v1/impersonate/${token}`);
const answer = {
  access_token: 'theirs',
  refresh_token: 'theirs too',
  user_data: {
    id: 'usr_9',
    name: 'خالد',
    role: 'admin',
    ability: [{ action: 'manage', subject: 'all' }],
    operator: 'Salem',
  },
  store_data: { id: 'str_9', name: 'متجر خالد', currency: 'SAR' },
  stores: [],
};

describe('AU-06 impersonation', () => {
  it('AU-06: sends no request when the address is not this platform’s own call', async () => {
    await openPage(<EnterStore encoded={encode('https://evil.test/dashboard/v1/impersonate/a.b')} />);
    expect(await screen.findByRole('heading', { name: "This link can't open a store" })).toBeTruthy();
    expect(sent).toEqual([]);
    expect(getSession().user?.id).toBe('usr_1');
  });

  it('AU-06: spends the token once, enters the store, and shows whose it is until it is left', async () => {
    serve(({ method, url }) =>
      method === 'POST' && url === '/impersonate/a.b' ? [200, { data: answer }] : [200, { data: { message: 'ok' } }],
    );
    await openPage(
      <>
        <EnterStore encoded={linkTo('a.b')} />
        <OnBehalfBanner />
      </>,
    );
    await waitFor(() => expect(getSession().user?.operator).toBe('Salem'));
    expect(sent.filter((call) => call.url.startsWith('/impersonate'))).toHaveLength(1);
    expect(getSession()).toMatchObject({ accessToken: 'theirs', storeId: 'str_9' });
    expect(screen.getByRole('region', { name: 'Signed in as a merchant' }).textContent).toContain('Salem');
    screen.getByRole('button', { name: 'Exit store' }).click();
    await waitFor(() => expect(getSession().accessToken).toBe('token'));
    expect(sent.at(-1)).toMatchObject({ method: 'POST', url: '/logout' });
    expect(getSession()).toMatchObject({ storeId: 'str_1', user: { id: 'usr_1' } });
    expect(screen.queryByRole('region', { name: 'Signed in as a merchant' })).toBeNull();
    expect(localStorage.getItem('sessionBefore')).toBeNull();
  });

  it('AU-06: a used link says so and changes no session', async () => {
    serve(() => [404, { message: 'used before', code: 'impersonation_link' }]);
    await openPage(<EnterStore encoded={linkTo('a.b')} />);
    expect(await screen.findByText('used before')).toBeTruthy();
    expect(getSession().accessToken).toBe('token');
  });
});
