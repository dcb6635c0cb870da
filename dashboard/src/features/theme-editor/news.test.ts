import { describe, expect, it } from 'vitest';
import { newsOf } from './news';
import type { Section, ThemePage } from './theme-editor.api';

const section = (id: string, more: Partial<Section> = {}): Section => ({
  id,
  slug: 'hero',
  name: { ar: id, en: id },
  is_new: false,
  page: 'index',
  zone: 'sortable',
  is_active: true,
  display_order: 0,
  settings: {},
  blocks: [],
  version: 1,
  ...more,
});
const page = (ids: string, more: Partial<Section> = {}): ThemePage => ({
  settingSections: [section('look', { zone: 'settings', ...more })],
  preSections: [],
  sortableSections: ids.split('').map((id) => section(id, more)),
  postSections: [],
});

describe('TH-03: what others change in the draft', () => {
  it('is told to the frame: what is added, deleted and moved as a change of the page', () => {
    expect(newsOf(page('abc'), page('abc'))).toEqual([]);
    expect(newsOf(page('abc'), page('axbc'))).toEqual([{ type: 'sectionAdded', id: 'x' }]);
    expect(newsOf(page('abc'), page('ac'))).toEqual([{ type: 'sectionDeleted', id: 'b' }]);
    expect(newsOf(page('abc'), page('bac'))).toEqual([{ type: 'sectionUpdated', id: 'b', page: true }]);
  });

  it('each section that changed, those of the theme as its tokens, those that were hidden as a change of the page', () => {
    expect(newsOf(page('a'), page('a', { version: 2 }))).toEqual([
      { type: 'sectionUpdated', id: 'look', tokens: true },
      { type: 'sectionUpdated', id: 'a' },
    ]);
    const look = (settings: Section['settings'], version: number) => ({
      ...page('a'),
      settingSections: [section('look', { zone: 'settings', settings, version })],
    });
    expect(newsOf(look({ ink: '#000000' }, 1), look({ ink: '#111111' }, 2))).toEqual([
      { type: 'sectionUpdated', id: 'look', tokens: true },
    ]);
    // A button of cards is no colour: the page is drawn again.
    expect(newsOf(look({ card_button: false }, 1), look({ card_button: true }, 2))).toEqual([
      { type: 'sectionUpdated', id: 'look', tokens: true, page: true },
    ]);
    const hidden = { ...page('a'), sortableSections: [section('a', { version: 2, is_active: false })] };
    expect(newsOf(page('a'), hidden)).toEqual([{ type: 'sectionUpdated', id: 'a', page: true }]);
  });
});
