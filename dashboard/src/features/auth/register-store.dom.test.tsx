import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import { RegisterStore } from './register-store';

const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');

async function open() {
  serve(({ url }) => {
    const slug = slugOf(new URL(url, 'http://x').searchParams.get('slug') ?? '');
    return [200, { data: { slug, is_available: true, suggestion: null, reason: null } }];
  });
  const account = { name: 'Noura', email: '', password: 'x', password_confirmation: 'x' };
  const page = await openPage(
    <RegisterStore mobile="+966551234567" token="t" account={account} onAccountFault={vi.fn()} onExpired={vi.fn()} />,
  );
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: /^Store name/ });
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: /^Store address/ });
  return { ...page, name, address };
}
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe('AU-03 the address of a new store', () => {
  it('follows the name, and can be emptied', async () => {
    const { user, name, address } = await open();
    await user.type(name, 'Rose House');
    await waitFor(() => expect(address.value).toBe('rose-house'));
    // Character by character: deleting the last one used to restore the proposal.
    await user.type(address, '{Backspace}'.repeat('rose-house'.length));
    const requestCount = sent.length;
    await wait(900);
    expect(address.value).toBe('');
    expect(sent.length).toBe(requestCount);
    // A changed name proposes a slug again.
    await user.type(name, ' 2');
    await waitFor(() => expect(address.value).toBe('rose-house-2'));
  });

  it('stays what was written, whatever becomes of the name', async () => {
    const { user, name, address } = await open();
    await user.type(name, 'Rose');
    await waitFor(() => expect(address.value).toBe('rose'));
    await user.clear(address);
    await user.type(address, 'ward');
    await user.type(name, ' House');
    await wait(900);
    expect(address.value).toBe('ward');
  });

  it('stands in the preview beside the form, with the name, while they are written', async () => {
    const { user, name } = await open();
    const preview = screen.getByText('Store preview').parentElement;
    expect(preview?.textContent).toContain('my-store.');
    await user.type(name, 'Rose House');
    expect(preview?.textContent).toContain('Rose House');
    await waitFor(() => expect(preview?.textContent).toContain(`rose-house.${location.host}`));
  });
});
