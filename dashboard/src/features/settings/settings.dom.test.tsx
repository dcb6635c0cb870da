import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, sent, serve, signInAs, toasts } from '@/test/dom';
import { GeneralPage } from './general-page';
import { SettingsIndexPage } from './settings-index-page';
import { SettingsShell } from './settings-shell';

const settings = {
  store_name: 'Dar',
  store_email: '',
  store_phone: '',
  store_industry: '',
  store_address: {},
  logo: null,
  favicon: null,
};

/** The server's settings, which a save changes. */
function serveSettings() {
  let stored: Record<string, unknown> = { ...settings };
  serve(({ method, url, body }) => {
    const code = /^\/settings\/(\w+)$/.exec(url)?.[1];
    if (code && method === 'PUT') stored = { ...stored, [code]: body?.value };
    return [200, { data: stored }];
  });
}

describe('the settings', () => {
  it('ST-01: list what a user may open, with a line on each', async () => {
    signInAs([{ action: 'read', subject: 'Shipping' }]);
    await openPage(<SettingsIndexPage />);
    const links = await screen.findAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/shipping-settings']);
    expect(links[0]?.textContent).toBe('ShippingDelivery methods and their prices');
  });

  it('ST-01: say so when there are none', async () => {
    signInAs([{ action: 'read', subject: 'Order' }]);
    await openPage(<SettingsIndexPage />);
    expect(await screen.findByRole('heading', { name: 'No settings are available to you' })).toBeTruthy();
  });

  it('ST-01: stand beside the open section, which is marked', async () => {
    await openPage(<SettingsShell />, { at: '/payment-settings/cod-rules', path: '/payment-settings/cod-rules' });
    const list = await screen.findByRole('navigation', { name: 'Settings sections' });
    expect(within(list).getAllByRole('link').length).toBeGreaterThan(10);
    const marked = within(list)
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page');
    expect(marked.map((link) => link.textContent)).toEqual(['Cash on delivery rules']);
  });

  it('ST-02: offer to save once something changed, and discard to what was last saved', async () => {
    serveSettings();
    const { user } = await openPage(<GeneralPage />);
    const name = await screen.findByLabelText<HTMLInputElement>(/Store name/);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await user.type(name, ' Oud');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toasts().at(-1)?.textContent).toContain('Saved'));
    expect(sent.filter(({ method }) => method === 'PUT').map(({ url }) => url)).toEqual(['/settings/store_name']);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
    await user.type(name, '!');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(name.value).toBe('Dar Oud');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(name.value).toBe('Dar Oud!');
    expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
  });
});
