import { Modal, TextInput } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage } from '@/test/dom';
import { Form } from './form';
import { useApiForm } from './use-api-form';

function Named({ name, onSave, canSave = true }: { name: string; onSave: (value: string) => void; canSave?: boolean }) {
  const form = useApiForm({ initialValues: { value: '' } });
  return (
    <Form form={form} onSave={async ({ value }) => onSave(value)}>
      <TextInput label={name} {...form.getInputProps('value')} />
      <button type="submit" disabled={!canSave}>
        Save {name}
      </button>
    </Form>
  );
}
const press = (over: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code: 'KeyS', key: 's', ctrlKey: true, ...over });

describe('Ctrl+S', () => {
  it('f12_5: saves the form, on any keyboard layout, and the browser saves no page', async () => {
    const save = vi.fn();
    const { user } = await openPage(<Named name="Product" onSave={save} />);
    await user.type(screen.getByLabelText('Product'), 'Mug');
    // The same key with an Arabic layout; false means that the browser's default was prevented.
    expect(press({ key: 'س' })).toBe(false);
    await waitFor(() => expect(save).toHaveBeenCalledWith('Mug'));
    expect(press({ ctrlKey: false, metaKey: true })).toBe(false);
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    expect(press({ ctrlKey: false })).toBe(true);
    expect(press({ shiftKey: true })).toBe(true);
    press({ repeat: true });
    await new Promise((done) => setTimeout(done, 50));
    expect(save).toHaveBeenCalledTimes(2);
  });

  it('f12_5: a dialog goes before the page behind it, and what cannot be saved is not', async () => {
    const [page, dialog] = [vi.fn(), vi.fn()];
    const { user, unmount } = await openPage(
      <>
        <Named name="Product" onSave={page} />
        <Modal opened onClose={() => undefined} title="More">
          <Named name="Variant" onSave={dialog} />
        </Modal>
      </>,
    );
    await user.type(await screen.findByLabelText('Variant'), 'Red');
    press();
    await waitFor(() => expect(dialog).toHaveBeenCalledWith('Red'));
    expect(page).not.toHaveBeenCalled();
    unmount();
    await openPage(<Named name="Product" onSave={page} canSave={false} />);
    press();
    await new Promise((done) => setTimeout(done, 50));
    expect(page).not.toHaveBeenCalled();
  });
});
