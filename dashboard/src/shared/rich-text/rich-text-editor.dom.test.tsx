import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openPage } from '@/test/dom';
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
  const stops = () => buttons.filter((button) => button.tabIndex === 0 && !button.disabled);
  await waitFor(() => expect(stops()).toHaveLength(1));
  return { ...page, buttons, stops };
}

describe('the toolbar of the text editor', () => {
  it('f12_5: is one stop of the Tab key, between what stands before it and the text', async () => {
    const { user, buttons, stops } = await open();
    expect(buttons.length).toBeGreaterThan(20);
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
});
