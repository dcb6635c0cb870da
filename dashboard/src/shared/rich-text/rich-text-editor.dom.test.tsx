import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openPage } from '@/test/dom';
import { isKept } from './kept-formats';
import RichTextEditorField from './rich-text-editor';

function Page() {
  const [value, setValue] = useState('<p>Copper</p>');
  return (
    <>
      <input aria-label="Before" />
      <RichTextEditorField label="Description" value={value} onChange={setValue} />
      <input aria-label="After" />
    </>
  );
}
async function open(language: 'ar' | 'en' = 'en') {
  // Stubs of browser functions that the editor needs and jsdom lacks.
  Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
  vi.stubGlobal('DOMRect', Object);
  document.elementFromPoint = () => null;
  const page = await openPage(<Page />, { language });
  const toolbar = await screen.findByRole('toolbar');
  const buttons = within(toolbar).getAllByRole<HTMLButtonElement>('button');
  const all = () => within(toolbar).getAllByRole<HTMLButtonElement>('button');
  const stops = () => all().filter((button) => button.tabIndex === 0 && !button.disabled);
  await waitFor(() => expect(stops()).toHaveLength(1));
  return { ...page, buttons, all, stops };
}

describe('the toolbar of the text editor', () => {
  it('f12_5: is one stop of the Tab key, between what stands before it and the text', async () => {
    const { user, stops } = await open();
    screen.getByLabelText('Before').focus();
    await user.tab();
    expect(document.activeElement).toBe(stops()[0]);
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Description' }));
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(stops()[0]);
  });

  it.each([
    ['en', '{ArrowRight}', '{ArrowLeft}'],
    ['ar', '{ArrowLeft}', '{ArrowRight}'],
  ] as const)('f12_5: %s: the arrows walk over its buttons as they are read', async (language, forward, back) => {
    const { user, buttons, stops } = await open(language);
    const enabled = buttons.filter((button) => !button.disabled);
    stops()[0]?.focus();
    await user.keyboard(forward + forward);
    expect(document.activeElement).toBe(enabled[2]);
    expect(stops()).toEqual([enabled[2]]);
    await user.keyboard(back);
    expect(document.activeElement).toBe(enabled[1]);
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(enabled.at(-1));
    await user.keyboard('{Home}');
    expect(document.activeElement).toBe(enabled[0]);
  });

  it('f12_5: shows eight controls, and the others behind "more" in the same walk', async () => {
    const { user, buttons, all, stops } = await open();
    const more = screen.getByRole('button', { name: 'More tools' });
    expect(buttons).toHaveLength(9);
    expect(buttons.at(-1)).toBe(more);
    expect(more.getAttribute('aria-expanded')).toBe('false');
    stops()[0]?.focus();
    await user.keyboard('{End}{Enter}');
    expect(more.getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(more);
    const names = all().map((button) => button.getAttribute('aria-label'));
    expect(names.slice(9)).toEqual(expect.arrayContaining(['Heading 4', 'Strikethrough', 'Right to left', 'Quote']));
    const offered = ['Justify', 'Text color', 'Background color', 'Subscript', 'Increase indent', 'Code', 'Divider'];
    expect(names.slice(9)).toEqual(expect.arrayContaining(offered));
    // The server would drop them (kept-formats.test.ts).
    const dropped = [
      !isKept.alignment && 'Justify',
      !isKept.color && 'Text color',
      !isKept.script && 'Subscript',
      !isKept.indent && 'Increase indent',
      !isKept.code && 'Code',
      !isKept.video && 'Video',
    ];
    expect(names.filter((name) => dropped.includes(name ?? ''))).toEqual([]);
    await waitFor(() => expect(stops()).toEqual([more]));
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(all()[9]);
    // Folded again, the walk has no gap.
    more.focus();
    await user.keyboard('{Enter}');
    expect(all()).toHaveLength(9);
    await waitFor(() => expect(stops()).toEqual([more]));
  });

  it.runIf(isKept.code && isKept.codeBlock)(
    'f12_5: tells code and a block of code apart by their pictures',
    async () => {
      const { user } = await open();
      await user.click(screen.getByRole('button', { name: 'More tools' }));
      const picture = (name: string) => screen.getByRole('button', { name }).querySelector('svg')?.innerHTML;
      expect(picture('Code')).not.toBe(picture('Code block'));
    },
  );

  it('ST-08: a colour is chosen from a menu of names, by the keyboard alone', async () => {
    const { user } = await open();
    const text = screen.getByRole('textbox', { name: 'Description' });
    await user.click(screen.getByRole('button', { name: 'More tools' }));
    text.focus();
    await user.keyboard('{Control>}a{/Control}');
    const button = screen.getByRole('button', { name: 'Text color' });
    button.focus();
    await user.keyboard('{Enter}');
    const items = await screen.findAllByRole('menuitemradio');
    expect(items.map((item) => item.textContent.replace(/^A/, ''))).toEqual([
      'Default color',
      'Gray',
      'Red',
      'Orange',
      'Yellow',
      'Green',
      'Blue',
      'Purple',
      'Pink',
    ]);
    expect(items[0]?.getAttribute('aria-checked')).toBe('true');
    items[2]?.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(text.querySelector('[data-color="red"]')?.textContent).toBe('Copper'));
    await waitFor(() => expect(document.activeElement).toBe(text));
  });

  it('ST-08: a video is asked for by its address, shown as a card and removed', async () => {
    const { user } = await open();
    const box = screen.getByRole('textbox', { name: 'Description' });
    await user.click(screen.getByRole('button', { name: 'More tools' }));
    await user.click(screen.getByRole('button', { name: 'Video' }));
    const field = await screen.findByLabelText('Video link');
    await user.type(field, 'https://example.com/a{Enter}');
    expect(screen.getByText(/^Paste a YouTube or Vimeo link/)).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.clear(field);
    await user.type(field, 'youtu.be/dQw4w9WgXcQ{Enter}');
    const card = await within(box).findByRole('group', { name: /^YouTube video: https:\/\/www\.youtube\.com\/watch/ });
    await waitFor(() => expect(screen.queryByLabelText('Video link')).toBeNull());
    expect(box.querySelector('iframe, img')).toBeNull();
    const link = within(card).getByRole('link', { name: 'Open video in new tab' });
    expect(link.getAttribute('href')).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
    await user.click(within(card).getByRole('button', { name: 'Remove video' }));
    await waitFor(() => expect(within(box).queryByRole('group')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await within(box).findByRole('group', { name: /^YouTube video/ });
  });

  it('ST-08: a video that is only read has no button to remove it', async () => {
    const html = '<figure data-video="https://vimeo.com/76979871"></figure>';
    await openPage(<RichTextEditorField name="Page content" value={html} onChange={() => {}} isReadOnly />);
    const card = await screen.findByRole('group', { name: 'Vimeo video: https://vimeo.com/76979871' });
    expect(within(card).queryByRole('button')).toBeNull();
    expect(within(card).getByRole('link')).toBeTruthy();
  });

  it.each([
    ['en', 'Align right', 'end', 'Align left'],
    ['ar', 'محاذاة إلى اليمين', 'start', 'محاذاة إلى اليمين'],
  ] as const)('ST-08: %s: the sides are those that are seen', async (language, name, align, first) => {
    const { user } = await open(language);
    await user.click(screen.getByRole('button', { name: language === 'en' ? 'More tools' : 'أدوات أخرى' }));
    expect(screen.getByRole('button', { name: first }).getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name }));
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Description' }).querySelector('p')?.getAttribute('data-align')).toBe(
        align,
      ),
    );
    expect(screen.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true');
  });

  it('ST-08: has none where the text is only read', async () => {
    await openPage(<RichTextEditorField name="Page content" value="<p>Copper</p>" onChange={() => {}} isReadOnly />);
    const text = await screen.findByRole('textbox', { name: 'Page content' });
    expect(text.getAttribute('contenteditable')).toBe('false');
    expect(screen.queryByRole('toolbar')).toBeNull();
  });
});
