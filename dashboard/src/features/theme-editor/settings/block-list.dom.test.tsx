import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { toasts } from '@/test/dom';
import type { Block } from '../theme-editor.api';
import { setting, text, optionOf, sectionOf, lists, open, box } from '@/test/section-settings-fixture';

describe('the blocks of a section', () => {
  const kind = {
    type: 'item',
    name: { ar: 'عنصر', en: 'Item' },
    most: null,
    missing: null,
    settings: [text('title', { is_translatable: true, default: {} }), setting('url', { id: 'url', default: '/' })],
  };
  const block = (id: string, title = ''): Block => ({
    id,
    type: 'item',
    is_active: true,
    settings: { title: { en: title }, url: '/' },
  });
  const three = () => [block('a', 'One'), block('b', 'Two'), block('c')];
  const option = optionOf([], { blocks: [kind], most_blocks: 4 });
  const titles = () =>
    [...document.querySelectorAll<HTMLElement>('[data-block-row]')].map(
      (each) => each.querySelector('bdi')?.textContent,
    );
  const ids = () => lists.at(-1)?.[0].map(({ id }) => id);

  it('TH-04: a new block has the defaults, opens, and counts against the most', async () => {
    const { user } = await open(option, sectionOf({}, three()));
    expect(titles()).toEqual(['One', 'Two', 'Item']);
    expect(screen.getByText('3 of 4')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add Item' }));
    const [blocks, label] = lists[0] ?? [[], ''];
    expect(label).toBe('Add \u2068Item\u2069');
    expect(blocks[3]).toEqual({
      id: expect.stringMatching(/^[a-z0-9]{10}$/),
      type: 'item',
      is_active: true,
      settings: { title: {}, url: '/' },
    });
    const row = document.querySelector<HTMLElement>(`[data-block-row="${blocks[3]?.id}"]`);
    expect(row?.getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(row);
    expect(screen.queryByRole('button', { name: 'Add Item' })).toBeNull();
    expect(screen.getByText('Limit reached: 4.')).toBeTruthy();
    await user.type(box('url'), 'x');
    expect(lists.at(-1)?.[0][3]?.settings.url).toBe('/x');
    expect(lists.at(-1)?.[1]).toBe('url');
  });

  it('TH-04: of several kinds one is chosen', async () => {
    const other = { ...kind, type: 'quote', name: { ar: 'اقتباس', en: 'Quote' } };
    const { user } = await open(optionOf([], { blocks: [kind, other], most_blocks: 4 }), sectionOf({}, []));
    expect(screen.getByText('No blocks yet.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add block' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Quote' }));
    expect(lists[0]?.[0][0]?.type).toBe('quote');
    await waitFor(() => expect(document.activeElement?.getAttribute('data-block-row')).toBe(lists[0]?.[0][0]?.id));
  });

  it('TH-04: a kind stands as often as it may, and the editor says what is missing', async () => {
    const buy = {
      type: 'buy',
      name: { ar: 'أزرار الشراء', en: 'Buy buttons' },
      most: 1,
      missing: { ar: 'أزرار الشراء مخفية.', en: 'Buy buttons are hidden.' },
      settings: [],
    };
    const own: Block = { id: 'buy', type: 'buy', is_active: true, settings: {} };
    const { user } = await open(optionOf([], { blocks: [kind, buy], most_blocks: 4 }), sectionOf({}, [own]));
    expect(screen.queryByText('Buy buttons are hidden.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Actions for Buy buttons' }));
    expect((await screen.findByRole('menuitem', { name: 'Duplicate' })).hasAttribute('data-disabled')).toBe(true);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Add block' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Item']);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Hide Buy buttons' }));
    expect(screen.getByText('Buy buttons are hidden.')).toBeTruthy();
  });

  it('TH-04: a deleted block comes back to its place, over what was changed meanwhile', async () => {
    const { user } = await open(option, sectionOf({}, three()));
    await user.click(screen.getByRole('button', { name: 'Actions for One' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(titles()).toEqual(['Two', 'Item']);
    await waitFor(() => expect(document.activeElement?.getAttribute('data-block-row')).toBe('b'));
    await user.click(screen.getByRole('button', { name: 'Hide Two' }));
    expect(screen.getByText('Hidden')).toBeTruthy();
    await screen.findByText('\u2068One\u2069 deleted');
    await user.click(within(toasts()[0] as HTMLElement).getByRole('button', { name: 'Undo' }));
    expect(titles()).toEqual(['One', 'Two', 'Item']);
    expect(lists.at(-1)?.[0].map(({ is_active }) => is_active)).toEqual([true, false, true]);
    expect(lists.map(([, label]) => label)).toEqual([
      'Delete \u2068One\u2069',
      'Hide \u2068Two\u2069',
      'Restore \u2068One\u2069',
    ]);
  });

  it('TH-04: blocks are put in order by the keyboard and by the menu, and duplicated', async () => {
    // Each row at its place: jsdom has no layout.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
      const rows = [...document.querySelectorAll('[data-block-row]')].map((row) => row.closest('li'));
      const top = Math.max(0, rows.indexOf(this.closest('li'))) * 50;
      return { x: 0, y: top, top, left: 0, width: 300, height: 44, bottom: top + 44, right: 300, toJSON: () => '' };
    });
    const { user } = await open(option, sectionOf({}, three()), { language: 'ar' });
    screen.getByRole('button', { name: 'تغيير ترتيب One' }).focus();
    await user.keyboard(' ');
    await screen.findByText('الموضع 1 من 3.');
    await user.keyboard('{ArrowDown}');
    await screen.findByText('الموضع 2 من 3.');
    await user.keyboard(' ');
    await waitFor(() => expect(ids()).toEqual(['b', 'a', 'c']));
    expect(lists.at(-1)?.[1]).toBe('ترتيب العناصر');
    vi.restoreAllMocks();
    await user.click(screen.getByRole('button', { name: 'إجراءات One' }));
    await user.click(await screen.findByRole('menuitem', { name: 'نقل لأعلى' }));
    expect(ids()).toEqual(['a', 'b', 'c']);
    await user.click(screen.getByRole('button', { name: 'إجراءات One' }));
    await user.click(await screen.findByRole('menuitem', { name: 'تكرار' }));
    expect(titles()).toEqual(['One', 'One', 'Two', 'عنصر']);
  });

  it("TH-04: the server's message marks the block and lands on its field", async () => {
    const errors = {
      'blocks.1.settings.url': ['Wrong URL.'],
      'blocks.1.type': ['Unknown kind.'],
      blocks: ['Too many.'],
    };
    const { user } = await open(option, sectionOf({}, three()), { errors });
    expect(screen.getByText('Too many.')).toBeTruthy();
    const row = screen.getByText('Wrong URL. Unknown kind.').closest('li');
    expect(row?.textContent).toContain('Two');
    await user.click(screen.getByRole('button', { name: 'Two' }));
    expect(box('url').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Wrong URL.')).toBeTruthy();
    expect(within(row as HTMLElement).getByRole('alert').textContent).toBe('Unknown kind.');
    await user.click(screen.getByRole('button', { name: 'Two' }));
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
