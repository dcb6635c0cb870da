// The inputs of a section with their values, for tests.
import { act, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { beforeEach, vi } from 'vitest';
import { openPage, serve } from '@/test/dom';
import type { Block, Section, SectionOption, Setting, Values } from '@/features/theme-editor/theme-editor.api';
import { SectionSettings } from '@/features/theme-editor/settings/section-settings';
import type { SettingOf } from '@/features/theme-editor/settings/setting-rules';

export type Kind = Setting['type'];
/** A setting as the server writes it. */
export const setting = <Of extends Kind>(type: Of, more: Omit<Partial<SettingOf<Of>>, 'type'> & { id: string }) =>
  ({
    label: { ar: `ع-${more.id}`, en: more.id },
    hint: null,
    group: null,
    shown_if: null,
    default: null,
    ...more,
    type,
  }) as Setting;
export const text = (id: string, more: Partial<SettingOf<'text'>> = {}) =>
  setting('text', { max_length: 40, default: '', ...more, id });

export const optionOf = (settings: Setting[], more: Partial<SectionOption> = {}): SectionOption => ({
  slug: 'hero',
  name: { ar: 'واجهة', en: 'Hero' },
  description: {},
  pages: ['index'],
  zone: 'sortable',
  most: 3,
  most_blocks: 0,
  presets: [],
  blocks: [],
  settings,
  ...more,
});
export const sectionOf = (settings: Values, blocks: Block[] = []): Section => ({
  id: 'sec_1',
  slug: 'hero',
  name: { ar: 'واجهة', en: 'Hero' },
  page: 'index',
  zone: 'sortable',
  display_order: 0,
  is_active: true,
  is_new: false,
  version: 1,
  settings,
  blocks,
});

export const patches: [Values, string][] = [];
/** Whether something was wrong, each time that it changed. */
export const faults: boolean[] = [];
export const lists: [Block[], string][] = [];
/** Changes the section from elsewhere: an undo, the server's answer. */
export let setSection: (change: (section: Section) => Section) => void;
/** An editor that takes every change at once. */
export function Editor({
  option,
  first,
  errors = {},
  isReadOnly = false,
}: {
  option: SectionOption;
  first: Section;
  errors?: Record<string, string[]>;
  isReadOnly?: boolean;
}) {
  const [section, set] = useState(first);
  const [active, setActive] = useState<string | null>(null);
  useEffect(() => {
    setSection = (change) => act(() => set(change));
  }, []);
  return (
    <SectionSettings
      option={option}
      section={section}
      errors={errors}
      isReadOnly={isReadOnly}
      palette={['#1f3d36', '#ffffff']}
      theme="one"
      activeBlock={active}
      onActiveBlock={setActive}
      onSettings={(patch, label) => {
        patches.push([patch, label]);
        set((now) => ({ ...now, settings: { ...now.settings, ...patch } }));
      }}
      onBlocks={(blocks, label) => {
        lists.push([blocks, label]);
        set((now) => ({ ...now, blocks }));
      }}
      onTyped={(wrong) => {
        if (wrong.size > 0 !== (faults.at(-1) ?? false)) faults.push(wrong.size > 0);
      }}
    />
  );
}

export const open = (
  option: SectionOption,
  first: Section,
  more: { errors?: Record<string, string[]>; isReadOnly?: boolean; language?: 'ar' | 'en' } = {},
) => {
  const { language = 'en', ...props } = more;
  return openPage(<Editor option={option} first={first} {...props} />, { language });
};
export const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

beforeEach(() => {
  patches.length = 0;
  faults.length = 0;
  lists.length = 0;
  // Stubs of browser functions that the editor of texts needs and jsdom lacks.
  Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
  vi.stubGlobal('DOMRect', Object);
  document.elementFromPoint = () => null;
  serve(() => [404, { message: 'no such call' }]);
});
