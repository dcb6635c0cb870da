import { beforeEach, describe, expect, it } from 'vitest';
import { historyKey } from '@/shared/forms/use-history-keys';
import { setLanguage } from '@/shared/i18n/language';
import { isAddress } from '@/shared/lib/address';
import { checkLink, linkOf, titleAfterPick, titleFrom, valuesOf } from './link-values';
import { errorsOf, withoutErrors } from './menu-errors';
import { leadsSomewhere, shownLinks } from './shown-links';
import type { MenuLink, Tree } from './menu-tree';

/** A stored link with an address. */
const link = (key: string, links: Tree = [], more: Partial<MenuLink> = {}): MenuLink => ({
  key,
  title: { ar: key, en: key },
  link_type: 'CUSTOM',
  entity_id: null,
  url: `/${key}`,
  target: '_self',
  image: null,
  target_name: null,
  target_state: 'shown',
  links,
  ...more,
});

beforeEach(() => setLanguage('en'));

describe('ST-07: the text of a link', () => {
  const cups = { ar: 'أكواب', en: 'Cups' };
  const pots = { ar: 'دلال' };
  const none = { ar: '', en: '' };

  it("fills itself from the target's name until it is typed over, in each language", () => {
    expect(titleAfterPick(none, null, cups)).toEqual(cups);
    expect(titleAfterPick(cups, cups, pots)).toEqual({ ar: 'دلال', en: '' });
    expect(titleAfterPick({ ar: 'أكواب', en: 'Our cups' }, cups, pots)).toEqual({ ar: 'دلال', en: 'Our cups' });
    expect(titleAfterPick({ ar: 'أكوابنا', en: '' }, cups, pots)).toEqual({ ar: 'أكوابنا', en: '' });
    expect(titleAfterPick(cups, cups, null)).toEqual(none);
  });

  it("has something in the store's own language, and at most 80 characters", () => {
    expect(titleFrom({ en: 'Cups' })).toEqual({ ar: 'Cups', en: 'Cups' });
    expect([...titleFrom({ ar: '😀'.repeat(120) }).ar]).toHaveLength(80);
  });
});

describe('ST-07: the form of a link', () => {
  const custom = { ...valuesOf(null, 'CUSTOM'), title: { ar: 'عن المتجر', en: '' } };

  it.each([
    ['/collections', true],
    ['https://example.com/a?b=1', true],
    ['http://example.com', true],
    ['mailto:a@example.com', true],
    ['tel:+966500000000', true],
    ['#top', true],
    ['//evil.example', false],
    ['/\\evil.example', false],
    ['javascript:alert(1)', false],
    ['https://', false],
    ['https://ex ample.com', false],
    ['tel:', false],
    ['hello', false],
    ['1.5', false],
  ])('takes the address %s: %s', (url, isTaken) => {
    expect(isAddress(url)).toBe(isTaken);
    expect('url' in checkLink({ ...custom, url }, false)).toBe(!isTaken);
  });

  it.each([
    ['example.com', 'https://example.com'],
    [' www.x.example/a?b=1 ', 'https://www.x.example/a?b=1'],
    ['HTTPS://X.example/A', 'https://X.example/A'],
    ['/collections', '/collections'],
  ])('reads the address %s as people write it', (url, stored) => {
    expect(linkOf({ ...custom, url }, null).url).toBe(stored);
    expect(checkLink({ ...custom, url }, false)).toEqual({});
  });

  it('needs a text in the own language, a target, and an address unless it is a heading above others', () => {
    expect(Object.keys(checkLink(valuesOf(null, 'PRODUCT'), false))).toEqual(['title.ar', 'entity_id']);
    expect(Object.keys(checkLink(custom, false))).toEqual(['url']);
    expect(checkLink(custom, true)).toEqual({});
  });

  it('keeps the place of a link: its key, its id and what is below it', () => {
    const before = link('a', [link('b')]);
    const after = linkOf({ ...valuesOf(before, 'CUSTOM'), url: ' /c ', is_new_tab: true }, before);
    expect(after).toEqual({ ...before, url: '/c', target: '_blank' });
    expect(linkOf({ ...valuesOf(before, 'CUSTOM'), link_type: 'PAGE', entity_id: 'pag_1' }, before)).toMatchObject({
      url: '',
      entity_id: 'pag_1',
    });
  });
});

describe('ST-07: the messages of a refused save', () => {
  const sent = [link('a', [link('b'), link('c', [link('d')])]), link('e')];

  it('land on their links by the path in the tree that was sent; the others are kept', () => {
    const { byKey, rest } = errorsOf(sent, {
      'links.0.links.1.links.0.title.ar': ['Too long.', 'Empty.'],
      'links.0.links.1.entity_id': ['Gone.'],
      'links.1.url': ['Not a link.'],
      'links.0.links.1.links.0.links': ['Too deep.'],
      links: ['Too many.'],
      'links.9.url': ['Nobody knows it.'],
    });
    expect(Object.fromEntries(byKey)).toEqual({
      d: { 'title.ar': 'Too long. Empty.', links: 'Too deep.' },
      c: { entity_id: 'Gone.' },
      e: { url: 'Not a link.' },
    });
    expect(rest).toEqual(['Too many.', 'Nobody knows it.']);
  });

  it('go when their link is changed', () => {
    const errors = errorsOf(sent, { 'links.1.url': ['Not a link.'], 'links.0.url': ['Neither.'] });
    expect([...withoutErrors(errors, 'e').byKey.keys()]).toEqual(['a']);
    expect(withoutErrors(errors, 'x')).toBe(errors);
  });
});

describe('ST-07: what shoppers see of a menu', () => {
  const product = (
    key: string,
    target_state: 'shown' | 'hidden' | 'missing',
    links = [] as ReturnType<typeof link>[],
  ) => link(key, links, { link_type: 'PRODUCT', entity_id: key, url: '', target_state });

  it('leaves out links whose target is gone or hidden, and keeps them as headings above what is shown', () => {
    const shown = shownLinks(
      [product('a', 'shown'), product('b', 'missing'), product('c', 'hidden', [product('d', 'shown')])],
      'ar',
    );
    expect(shown.map(({ key, isLink }) => [key, isLink])).toEqual([
      ['a', true],
      ['c', false],
    ]);
    expect(shownLinks([product('c', 'hidden', [product('d', 'missing')])], 'ar')).toEqual([]);
  });

  it('shows a heading without an address only above other links', () => {
    expect(leadsSomewhere(link('a', [], { url: '' }))).toBe(false);
    expect(shownLinks([link('a', [], { url: '' })], 'ar')).toEqual([]);
    expect(shownLinks([link('a', [link('b')], { url: '' })], 'ar')).toHaveLength(1);
  });

  it('falls back to the other language', () => {
    expect(shownLinks([link('a', [], { title: { ar: 'أ', en: '' } })], 'en')[0]?.title).toBe('أ');
  });
});

it('ST-07: Ctrl+Z undoes and Ctrl+Shift+Z or Ctrl+Y redoes, on any layout of the keyboard', () => {
  const press = { code: 'KeyZ', ctrlKey: true, metaKey: false, altKey: false, shiftKey: false };
  expect(historyKey(press)).toBe('undo');
  expect(historyKey({ ...press, ctrlKey: false, metaKey: true })).toBe('undo');
  expect(historyKey({ ...press, shiftKey: true })).toBe('redo');
  expect(historyKey({ ...press, code: 'KeyY' })).toBe('redo');
  expect(historyKey({ ...press, ctrlKey: false })).toBeNull();
  expect(historyKey({ ...press, altKey: true })).toBeNull();
});
