import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import { RemindDialog } from './remind-dialog';

const plan = { messages: [{ channel: 'sms', subject: {}, body: { ar: 'سلتك تنتظرك', en: 'Your cart waits' } }] };
const refusal = { message: 'refused', errors: { items: ['Choose at most 100 carts.'], 'body.en': ['Too long.'] } };
let refuses: boolean;
let release: () => void;

const posts = () => sent.filter((call) => call.url === '/carts/remind');
const open = async () => {
  const answer = vi.fn();
  const onClose = vi.fn();
  const page = await openPage(<RemindDialog ids={['crt_1']} answer={answer} onClose={onClose} />);
  await waitFor(() => expect(screen.getByDisplayValue('Your cart waits')).toBeTruthy());
  return { ...page, answer, onClose };
};
const button = (name: string) => screen.getByRole('button', { name });

describe('CA-03: reminding of carts now', () => {
  beforeEach(() => {
    refuses = false;
    release = () => {};
    serve(async (call) => {
      if (call.url === '/cart-reminder-plan') return [200, { data: plan }];
      if (call.url !== '/carts/remind') return [200, { data: [] }];
      if (refuses) return [422, refusal];
      await new Promise<void>((done) => (release = done));
      return [200, { data: { results: [{ id: 'crt_1', is_ok: true, message: null }] } }];
    });
  });

  it('a double press sends once though the first was refused at once, and what was refused is shown', async () => {
    refuses = true;
    const { user, answer, onClose } = await open();
    await user.dblClick(button('Send reminder'));
    await screen.findByText('Choose at most 100 carts.');
    expect(screen.getByText('Too long.')).toBeTruthy();
    expect(posts()).toHaveLength(1);
    expect(answer).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('is busy until the answer, and answers once', async () => {
    const { user, answer, onClose } = await open();
    await user.click(button('Send reminder'));
    await waitFor(() => expect(button('Send reminder')).toHaveProperty('disabled', true));
    expect(posts()).toHaveLength(1);
    expect(posts()[0]?.body).toMatchObject({ items: ['crt_1'], channel: 'sms', body: { en: 'Your cart waits' } });
    release();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(answer).toHaveBeenCalledOnce();
    expect(answer.mock.calls[0]?.[0]).toHaveLength(1);
  });

  it('sends nothing when the merchant turns back', async () => {
    const { user, answer, onClose } = await open();
    await user.click(button('Cancel'));
    expect(answer).toHaveBeenCalledExactlyOnceWith(null);
    expect(onClose).toHaveBeenCalledOnce();
    expect(posts()).toEqual([]);
  });
});
