import { useSyncExternalStore } from 'react';
import type { NewSection, Section } from './theme-editor.api';

/** The section that was copied: in the tab's storage, so that it can be pasted on another page after a reload too. */
const key = 'theme-editor-section';

/** A copy of a section, to add. */
export const copyOf = ({ slug, name, settings, blocks, is_active }: Section): NewSection => ({
  section: slug,
  name: { ar: name.ar ?? '', en: name.en ?? '' },
  settings,
  blocks,
  is_active,
});

const listeners = new Set<() => void>();
let read: { text: string | null; section: NewSection | null } | undefined;

function current(): NewSection | null {
  let text: string | null = null;
  try {
    text = sessionStorage.getItem(key);
  } catch {
    // The browser refuses storage: what was copied on this page is all there is.
    return read?.section ?? null;
  }
  if (read?.text === text) return read.section;
  let section: NewSection | null = null;
  try {
    const parsed = JSON.parse(text ?? 'null') as NewSection | null;
    if (typeof parsed?.section === 'string') section = parsed;
  } catch {
    // Not ours.
  }
  read = { text, section };
  return section;
}

export function copySection(section: Section): void {
  const copy = copyOf(section);
  const text = JSON.stringify(copy);
  read = { text, section: copy };
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Refused or full: it can be pasted until the page is closed.
  }
  for (const listener of listeners) listener();
}

/** The section that was copied last. */
export const useCopiedSection = (): NewSection | null =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);
