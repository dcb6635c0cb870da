import { beforeAll, describe, expect, it } from 'vitest';
import { ApiError, errorFrom, outcomeOf } from '@/shared/api/error';
import { setLanguage } from '@/shared/i18n/language';
import { reactTo } from './failures';
import { currentItem } from './use-navigation';

beforeAll(() => setLanguage('en'));
const failed = (status: number, body: unknown = { message: 'because' }) => errorFrom(status, body);
const unreachable = new ApiError({ outcome: 'unreachable', status: 0 });

describe('the error catalogue', () => {
  it('gu_05 statuses that lead to a page', () => {
    expect(reactTo(failed(310), {})).toEqual({ go: '/ready' });
    expect(reactTo(failed(401), {})).toEqual({ go: '/login' });
    expect(reactTo(failed(402), {})).toEqual({});
    expect(reactTo(failed(403), {})).toEqual({ go: '/not-authorized' });
    expect(reactTo(failed(503), {})).toEqual({ go: '/server-unreachable' });
  });
  it('gu_06 no answer: the stated text, not on sync', () => {
    expect(reactTo(unreachable, {})).toMatchObject({
      go: '/server-unreachable',
      toast: { tone: 'danger', title: 'Server unreachable' },
    });
    expect(reactTo(unreachable, {}).toast?.message).toBe(
      "We can't reach our server, this may happens due to maintenance or internet issue.",
    );
    expect(reactTo(unreachable, { background: true })).toEqual({});
    expect(reactTo(failed(503), { background: true })).toEqual({});
  });
  it('gu_07 422 lists the messages, other 4xx warn, 5xx are danger and logged', () => {
    expect(reactTo(failed(422, { message: 'm', errors: { 'name.ar': ['a'], code: ['b'] } }), {}).toast).toMatchObject({
      tone: 'warning',
      title: 'The entered data was invalid.',
      lines: ['a', 'b'],
    });
    expect(reactTo(failed(409), {}).toast).toMatchObject({
      tone: 'warning',
      title: 'Operation Failed!',
      message: 'because',
    });
    expect(reactTo(failed(404), {}).toast).toMatchObject({ tone: 'warning' });
    expect(reactTo(failed(500), {})).toMatchObject({
      log: true,
      toast: { tone: 'danger', title: 'Operation Failed!' },
    });
    expect(reactTo(failed(500), { quiet: true }).toast).toBeUndefined();
  });
  it('gu_07 a form error is reported once: fields and a stale version are shown by the form itself', () => {
    const stale = failed(409, { code: 'stale_version', message: 'm', current: { version: 2 } });
    expect(reactTo(stale, { form: true })).toEqual({});
    expect(reactTo(stale, {}).toast).toMatchObject({ tone: 'warning', message: 'm' });
    // Without the current row there is nothing to compare, so a message is shown.
    expect(reactTo(failed(409, { code: 'stale_version', message: 'm' }), { form: true }).toast?.message).toBe('m');
    expect(reactTo(failed(409, { code: 'illegal_transition', message: 'm' }), { form: true }).toast).toBeDefined();
    expect(reactTo(failed(422, { errors: { code: ['b'] } }), { form: true }).toast).toEqual({
      tone: 'warning',
      title: 'The entered data was invalid.',
    });
    expect(reactTo(failed(422, { message: 'm' }), { form: true }).toast).toMatchObject({ message: 'm' });
    expect(reactTo(failed(403), { form: true })).toEqual({ go: '/not-authorized' });
    expect(reactTo(failed(500), { form: true }).toast).toMatchObject({ tone: 'danger' });
  });
  it('gc_02 a delete without an id', () => {
    const error = new ApiError({ outcome: 'rejected', status: 0, code: 'invalid_item_selected' });
    expect(reactTo(error, {}).toast?.title).toBe('Invalid item selected');
  });
  it('gu_12 a refused sign-in is no session that ended', () => {
    expect(reactTo(failed(401), { signedIn: false })).toMatchObject({ toast: { tone: 'warning' } });
  });
  it('every status has an outcome, and error bodies are read forgivingly', () => {
    expect([310, 400, 401, 402, 403, 404, 409, 413, 422, 429, 500, 503].map(outcomeOf)).toEqual([
      'onboarding',
      'rejected',
      'signed_out',
      'plan_limit',
      'forbidden',
      'not_found',
      'conflict',
      'rejected',
      'invalid',
      'throttled',
      'failed',
      'unavailable',
    ]);
    expect(errorFrom(422, { errors: { a: 'one', b: ['x', 'y'] } }).fields).toEqual({ a: ['one'], b: ['x', 'y'] });
    expect(errorFrom(500, '<html>').message).toBe('');
    expect(errorFrom(429, null, new Headers({ 'retry-after': '30' })).retryAfter).toBe(30);
    expect(failed(409, { code: 'stale_version' }).isStale).toBe(true);
    expect(failed(409, { code: 'illegal_transition' }).isStale).toBe(false);
  });
});

describe('the menu', () => {
  const items = [
    { to: '/' },
    { to: '/products/list' },
    { to: '/products/import' },
    { to: '/settings/store/general' },
  ] as const;
  it.each([
    ['/', '/'],
    ['/products/edit/7', '/products/list'],
    ['/products/import', '/products/import'],
    ['/settings/store/general', '/settings/store/general'],
    ['/products/batches', undefined],
    ['/products/batches/7', undefined],
    ['/mentions', undefined],
    ['/unknown', undefined],
  ])('sh_05 %s lights %s', (path, to) => expect(currentItem(path, items)?.to).toBe(to));
});
