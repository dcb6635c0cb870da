import type { Texts } from '@/shared/i18n/texts';
import type { Block, Section, ThemePage, Values } from './theme-editor.api';

/** A change of one section: those of its fields that change, and of its settings only the changed ones. */
export interface Patch {
  name?: Texts;
  is_active?: boolean;
  settings?: Values;
  blocks?: Block[];
}

interface Told {
  /** The page on which it happened; `all` for a section of every page. */
  page: string;
  /** What was done, for the announcement of its undo. */
  label: string;
}

/** One thing that was done, as data: its reversal is another one. */
export type Step = Told &
  (
    | { kind: 'change'; id: string; before: Patch; after: Patch }
    | { kind: 'order'; before: readonly string[]; after: readonly string[] }
    | { kind: 'presence'; id: string; isThere: boolean }
  );

/** Steps that can be undone. */
const maxSteps = 200;
/** Edits of one setting that follow each other within this time are one step, ms. */
const oneStep = 1000;

/** What was done and, after an undo, what can be done again. */
export interface StepHistory {
  past: readonly Step[];
  future: readonly Step[];
  /** The time of the last edit: what follows soon belongs to its step. */
  at: number;
}

export const noSteps: StepHistory = { past: [], future: [], at: 0 };

/** The step that takes a step back. */
export function inverse(step: Step): Step {
  if (step.kind === 'presence') return { ...step, isThere: !step.isThere };
  if (step.kind === 'order') return { ...step, before: step.after, after: step.before };
  return { ...step, before: step.after, after: step.before };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const idsOf = (blocks: readonly Block[] | undefined) => blocks?.map(({ id }) => id);

/** Both are edits of one and the same thing: one setting of a section, or the contents of the same blocks. */
function continues(last: Step | undefined, next: Step): boolean {
  if (last?.kind !== 'change' || next.kind !== 'change' || last.id !== next.id || last.label !== next.label)
    return false;
  const [was, now] = [last.after, next.after];
  if (!isSame(Object.keys(was), Object.keys(now))) return false;
  if (now.settings) return isSame(Object.keys(was.settings ?? {}), Object.keys(now.settings));
  return now.blocks !== undefined && isSame(idsOf(was.blocks), idsOf(now.blocks));
}

/** After an act: what was undone before can no longer be done again. */
export function recorded(history: StepHistory, step: Step, now: number): StepHistory {
  const last = history.past.at(-1);
  const isOne = now - history.at < oneStep && history.future.length === 0 && continues(last, step);
  if (!isOne || last?.kind !== 'change' || step.kind !== 'change')
    return { past: [...history.past, step].slice(-maxSteps), future: [], at: now };
  return { past: [...history.past.slice(0, -1), { ...step, before: last.before }], future: [], at: now };
}

/** The step to run for an undo, and the history after it. */
export function stepBack(history: StepHistory): { step: Step; history: StepHistory } | null {
  const last = history.past.at(-1);
  if (!last) return null;
  const { past, future } = history;
  return { step: inverse(last), history: { past: past.slice(0, -1), future: [last, ...future], at: 0 } };
}

/** The step to run for a redo, and the history after it. */
export function stepForward(history: StepHistory): { step: Step; history: StepHistory } | null {
  const [next, ...future] = history.future;
  return next ? { step: next, history: { past: [...history.past, next], future, at: 0 } } : null;
}

/** Two patches of a section as one; the later one wins. */
export function merged(first: Patch | null, then: Patch | null): Patch {
  const patch = { ...first, ...then };
  if (first?.settings && then?.settings) patch.settings = { ...first.settings, ...then.settings };
  return patch;
}

/** A section with a patch on top. */
export function patched(section: Section, patch: Patch | null): Section {
  if (!patch) return section;
  return {
    ...section,
    ...(patch.name && { name: { ar: patch.name.ar ?? '', en: patch.name.en ?? '' } }),
    ...(patch.is_active !== undefined && { is_active: patch.is_active }),
    ...(patch.settings && { settings: { ...section.settings, ...patch.settings } }),
    ...(patch.blocks && { blocks: patch.blocks }),
  };
}

/** What a patch replaces: the patch that takes it back. */
export function replacedBy(section: Section, patch: Patch): Patch {
  const before: Patch = {};
  if (patch.name) before.name = section.name;
  if (patch.is_active !== undefined) before.is_active = section.is_active;
  if (patch.settings)
    before.settings = Object.fromEntries(
      Object.keys(patch.settings).map((key) => [key, section.settings[key] ?? null]),
    );
  if (patch.blocks) before.blocks = section.blocks;
  return before;
}

/** A value as the server may have stored it: texts trimmed, empty ones left out, keys in one order. */
const asStored = (_: string, value: unknown): unknown => {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).filter(([, each]) => each !== null && String(each).trim() !== '');
  return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
};
const isStoredAs = (sent: unknown, stored: unknown) =>
  JSON.stringify(sent ?? null, asStored) === JSON.stringify(stored ?? null, asStored);

/** The parts of a section by name, each setting a part of its own. */
const partsOf = ({ settings, ...parts }: Patch): Map<string, unknown> =>
  new Map([
    ...Object.entries(parts),
    ...Object.entries(settings ?? {}).map(([key, value]) => [`settings.${key}`, value] as const),
  ]);

/** What of a patch a section does not say yet, though in another form. */
export const isLeft = (section: Section, patch: Patch): boolean => {
  const now = partsOf(replacedBy(section, patch));
  return [...partsOf(patch)].some(([part, value]) => !isStoredAs(value, now.get(part)));
};

/**
 * Whether somebody else changed a part of a section that a patch changes too, to another value: one that is as the patch
 * wants it, or as a patch whose answer was lost, is our own work.
 */
export function overlaps(base: Section, theirs: Section, patch: Patch, lost: readonly Patch[] = []): boolean {
  const [was, now] = [partsOf(replacedBy(base, patch)), partsOf(replacedBy(theirs, patch))];
  const own = [patch, ...lost].map(partsOf);
  return [...now].some(
    ([part, value]) =>
      !isSame(was.get(part), value) && !own.some((sent) => sent.has(part) && isStoredAs(sent.get(part), value)),
  );
}

/** By their ids: those that are the same in both lists take part. */
function blocksNow(current: readonly Block[], from: readonly Block[], to: readonly Block[]): Block[] | null {
  if (isSame(current, from)) return [...to];
  // Somebody else changed the list meanwhile: each block that is still as it was left is taken along, the others stay.
  const isMine = (block: Block) =>
    isSame(
      block,
      from.find(({ id }) => id === block.id),
    );
  const next = current.flatMap((block) => {
    if (!isMine(block)) return [block];
    const wanted = to.find(({ id }) => id === block.id);
    return wanted ? [wanted] : [];
  });
  const back = to.filter(({ id }) => !from.some((block) => block.id === id) && !next.some((block) => block.id === id));
  const all = [...next, ...back];
  return isSame(all, current) ? null : all;
}

/** What of a step can be done: each value that is still as the step before left it. Null when somebody changed all of them. */
export function stillPossible(section: Section, before: Patch, after: Patch): Patch | null {
  const patch: Patch = {};
  if (after.name && isSame(section.name, before.name)) patch.name = after.name;
  if (after.is_active !== undefined && section.is_active === before.is_active) patch.is_active = after.is_active;
  const settings = Object.entries(after.settings ?? {}).filter(([key]) =>
    isSame(section.settings[key], before.settings?.[key]),
  );
  if (settings.length > 0) patch.settings = Object.fromEntries(settings);
  const blocks = after.blocks && blocksNow(section.blocks, before.blocks ?? [], after.blocks);
  if (blocks) patch.blocks = blocks;
  return Object.keys(patch).length > 0 ? patch : null;
}

/** What of a patch is not so in a section: the server may store a text trimmed that is still being typed. */
export function notAsSent(section: Section, patch: Patch): Patch | null {
  const left: Patch = {};
  const settings = Object.entries(patch.settings ?? {}).filter(([key, value]) => !isSame(value, section.settings[key]));
  if (settings.length > 0) left.settings = Object.fromEntries(settings);
  if (patch.blocks && !isSame(patch.blocks, section.blocks)) left.blocks = patch.blocks;
  return left.settings || left.blocks ? left : null;
}

/** An order that is wanted, with those ids that there are by now: others were added or deleted elsewhere meanwhile. */
export function orderNow(wanted: readonly string[], current: readonly string[]): string[] {
  const known = wanted.filter((id) => current.includes(id));
  // One that is not in the wanted order stays behind the one before it.
  for (const [at, id] of current.entries()) {
    if (known.includes(id)) continue;
    const before = current.slice(0, at).findLast((other) => known.includes(other));
    known.splice(before === undefined ? 0 : known.indexOf(before) + 1, 0, id);
  }
  return known;
}

/** The one that was moved from one order to another of the same ids. */
export const movedOf = (before: readonly string[], after: readonly string[]): string | undefined =>
  before.find((id) =>
    isSame(
      before.filter((other) => other !== id),
      after.filter((other) => other !== id),
    ),
  );

/** The lists of a page, as the answer names them. */
export const zoneLists = ['settingSections', 'preSections', 'sortableSections', 'postSections'] as const;

/** All sections of a page, in the order of the lists. */
export const sectionsOf = (page: ThemePage): Section[] => zoneLists.flatMap((zone) => page[zone]);

/** A page with another version of one of its sections. */
export function withSection(page: ThemePage, section: Section): ThemePage {
  const put = (list: Section[]) => list.map((each) => (each.id === section.id ? section : each));
  return {
    settingSections: put(page.settingSections),
    preSections: put(page.preSections),
    sortableSections: put(page.sortableSections),
    postSections: put(page.postSections),
  };
}

/** A page with its sortable sections in another order. */
export function withOrder(page: ThemePage, ids: readonly string[]): ThemePage {
  const order = orderNow(
    ids,
    page.sortableSections.map(({ id }) => id),
  );
  const place = (section: Section) => order.indexOf(section.id);
  return { ...page, sortableSections: page.sortableSections.toSorted((a, b) => place(a) - place(b)) };
}

/** TH-02: the lists of a page hold a single section, which is opened without them. */
export function onlySection(page: ThemePage): Section | null {
  const all = sectionsOf(page);
  return all.length === 1 ? (all[0] ?? null) : null;
}
