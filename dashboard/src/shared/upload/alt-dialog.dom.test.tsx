import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage, sent, serve, toasts } from '@/test/dom';
import { ImageUploader } from './image-uploader';

/** A server with one picture's alternative texts. */
function pictures(refusal?: Record<string, string[]>) {
  let alt: unknown = { ar: 'كوب أزرق', en: '' };
  serve(({ method, body }) => {
    if (method === 'PUT' && refusal) return [422, { message: 'no', errors: refusal }];
    if (method === 'PUT') alt = (body as { alt: unknown }).alt;
    return [200, { data: { id: 'med_1', alt } }];
  });
}

const open = async (onSubmit = vi.fn()) => {
  const page = await openPage(
    // As in a product's form: the dialog's submit event must not bubble to the form around it.
    <div onSubmit={onSubmit}>
      <ImageUploader label="Images" value={[{ id: 'med_1', url: '/media/1.webp' }]} onChange={() => {}} describes />
    </div>,
  );
  await page.user.click(screen.getByRole('button', { name: 'Alt text for image 1' }));
  return { ...page, dialog: await screen.findByRole('dialog') };
};

describe('the words of a picture', () => {
  it('PR-04: are read, changed in each language and saved, and the form around is left alone', async () => {
    pictures();
    const around = vi.fn();
    const { user, dialog } = await open(around);
    const box = await within(dialog).findByRole<HTMLInputElement>('textbox');
    expect(box.value).toBe('كوب أزرق');
    await user.type(box, ' كبير');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.find((call) => call.method === 'PUT')).toMatchObject({
      url: '/media/med_1',
      body: { alt: { ar: 'كوب أزرق كبير', en: '' } },
    });
    expect(toasts()[0]?.textContent).toContain('Saved');
    expect(around).not.toHaveBeenCalled();
  });

  it('that are refused stay in the dialog with the reason', async () => {
    pictures({ 'alt.ar': ['At most 200 letters'] });
    const { user, dialog } = await open();
    await within(dialog).findByRole('textbox');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('At most 200 letters')).toBeTruthy();
  });
});
