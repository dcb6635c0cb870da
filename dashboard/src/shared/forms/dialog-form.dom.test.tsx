import { TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage, toasts } from '@/test/dom';
import { ApiError } from '../api/error';
import { DialogForm } from './dialog-form';
import { useApiForm } from './use-api-form';

function Rename({
  onSave,
  onClose,
  done,
}: {
  onSave: (values: { name: string }) => Promise<void>;
  onClose: () => void;
  done?: string | null;
}) {
  const form = useApiForm({ initialValues: { name: 'Main' } });
  return (
    <DialogForm
      title="Rename"
      form={form}
      submit="Rename it"
      aside="For the team alone"
      done={done}
      onSave={onSave}
      onClose={onClose}
    >
      <TextInput label="Name" {...form.getInputProps('name')} />
    </DialogForm>
  );
}

describe('a dialog that is a form', () => {
  it.each([
    [undefined, ['Saved']],
    ['Renamed', ['Renamed']],
    [null, []],
  ] as const)('saves, says so (%s) and closes', async (done, expected) => {
    const onClose = vi.fn();
    const onSave = vi.fn(async () => {});
    const { user } = await openPage(<Rename onSave={onSave} onClose={onClose} done={done} />);
    await screen.findByText('For the team alone');
    await user.click(screen.getByRole('button', { name: 'Rename it' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(onSave).toHaveBeenCalledWith({ name: 'Main' });
    await waitFor(() => expect(toasts().map((one) => one.textContent)).toEqual(expected));
  });

  it('keeps nothing when it is cancelled, and stays open when the save fails', async () => {
    const onClose = vi.fn();
    const onSave = vi.fn(async () => {
      throw new ApiError({ outcome: 'failed', status: 500 });
    });
    const { user } = await openPage(<Rename onSave={onSave} onClose={onClose} />);
    await user.click(await screen.findByRole('button', { name: 'Rename it' }));
    await waitFor(() => expect(onSave).toHaveBeenCalledOnce());
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
