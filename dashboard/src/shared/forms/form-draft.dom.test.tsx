import { Button, TextInput } from '@mantine/core';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { useNavigate } from '@tanstack/react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, serve, signInAs } from '@/test/dom';
import { clearSession, getSession, signIn, type UserData } from '../session/session';
import { signOut } from '../session/sign-out';
import { Form } from './form';
import { FormDraft } from './form-draft';
import { useApiForm } from './use-api-form';
import { part } from '@/test/part';

function Page() {
  const form = useApiForm({ initialValues: { name: '', note: 'As it was' } });
  const navigate = useNavigate();
  return (
    <Form form={form} onSave={async () => undefined}>
      <FormDraft form={form} of="mug:new" />
      <TextInput label="Name" {...form.getInputProps('name')} />
      <TextInput label="Note" {...form.getInputProps('note')} />
      <Button type="submit">Save</Button>
      <Button onClick={() => void navigate({ to: '/elsewhere' as '/' })}>Leave</Button>
    </Form>
  );
}
const storedDraft = () =>
  Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)).filter((key) =>
    key?.startsWith('draft.'),
  );
const offer = () => screen.queryByText('You have unsaved changes');
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
/** Another user in the same browser, or another store. */
const signInTo = (user: string, store: string) => {
  const now = getSession();
  signIn({
    access_token: 'token',
    refresh_token: 'refresh',
    user_data: part<UserData>({ ...now.user, id: user }),
    store_data: { ...now.store, id: store },
  });
};

/** Types a name, and waits until it is stored. */
async function write() {
  const page = await openPage(<Page />);
  await page.user.type(field('Name'), 'Mug');
  await waitFor(() => expect(storedDraft()).toHaveLength(1));
  return page;
}
/** The page unloads as on a reload: no navigation happens. */
const reopen = async () => {
  cleanup();
  return openPage(<Page />);
};

beforeEach(() => serve(() => [200, { data: [] }]));

describe('what is being written in a long form', () => {
  it('f12_5: survives the page, is offered, and put back', async () => {
    await write();
    const { user } = await reopen();
    expect(field('Name').value).toBe('');
    await user.click(screen.getByRole('button', { name: 'Restore changes' }));
    expect(field('Name').value).toBe('Mug');
    expect(field('Note').value).toBe('As it was');
    expect(offer()).toBeNull();
    // Not saved yet: another reload offers it again.
    await reopen();
    expect(offer()).toBeTruthy();
  });

  it('f12_5: is saved at once when the page is unloaded', async () => {
    const { user } = await openPage(<Page />);
    await user.type(field('Name'), 'M');
    expect(storedDraft()).toEqual([]);
    window.dispatchEvent(new Event('pagehide'));
    expect(storedDraft()).toHaveLength(1);
  });

  it('f12_5: can be turned down', async () => {
    await write();
    const { user } = await reopen();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(storedDraft()).toEqual([]);
    await reopen();
    expect(offer()).toBeNull();
  });

  it('f12_5: goes with the save', async () => {
    const { user } = await write();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(storedDraft()).toEqual([]));
  });

  it('f12_5: goes when it is left without saving, which was asked', async () => {
    const { user } = await write();
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await screen.findByRole('heading', { name: 'Elsewhere' });
    await waitFor(() => expect(storedDraft()).toEqual([]));
  });

  it('f12_5: goes with signing out', async () => {
    await write();
    await signOut();
    expect(storedDraft()).toEqual([]);
  });

  it('f12_5: outlives a session that ended by itself', async () => {
    await write();
    clearSession();
    cleanup();
    expect(storedDraft()).toHaveLength(1);
    signInAs();
    await openPage(<Page />);
    expect(offer()).toBeTruthy();
  });

  it.each([
    ['person', 'usr_2', 'str_1'],
    ['store', 'usr_1', 'str_2'],
  ])('f12_5: is not shown to another %s', async (_, user, store) => {
    await write();
    cleanup();
    signInTo(user, store);
    await openPage(<Page />);
    expect(offer()).toBeNull();
    cleanup();
    signInTo('usr_1', 'str_1');
    await openPage(<Page />);
    expect(offer()).toBeTruthy();
  });

  it('f12_5: values that the form fills in are not unsaved changes', async () => {
    function Filled() {
      const form = useApiForm({ initialValues: { name: '' } });
      if (form.values.name === '') queueMicrotask(() => form.setFieldValue('name', 'of the store'));
      return (
        <Form form={form} onSave={async () => undefined}>
          <FormDraft form={form} of="mug:new" />
        </Form>
      );
    }
    await openPage(<Filled />);
    window.dispatchEvent(new Event('pagehide'));
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(storedDraft()).toEqual([]);
  });
});
