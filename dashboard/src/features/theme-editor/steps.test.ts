import { describe, expect, it } from 'vitest';
import {
  inverse,
  merged,
  movedOf,
  noSteps,
  notAsSent,
  onlySection,
  orderNow,
  isLeft,
  overlaps,
  patched,
  recorded,
  replacedBy,
  stepBack,
  stepForward,
  stillPossible,
  withOrder,
  type Patch,
  type Step,
  type StepHistory,
} from './steps';
import type { Block, Section, ThemePage, Values } from './theme-editor.api';

const block = (id: string, title = id): Block => ({ id, type: 'line', is_active: true, settings: { title } });
const section = (id: string, more: Partial<Section> = {}): Section => ({
  id,
  slug: 'hero',
  name: { ar: id, en: id },
  is_new: false,
  page: 'index',
  zone: 'sortable',
  is_active: true,
  display_order: 0,
  settings: { heading: id, columns: 4 },
  blocks: [],
  version: 1,
  ...more,
});

/** The server's draft of a page: deleted sections keep their place between the others. */
interface Row {
  section: Section;
  place: number;
  isThere: boolean;
}
type Draft = readonly Row[];
const living = (draft: Draft) => draft.filter(({ isThere }) => isThere).toSorted((a, b) => a.place - b.place);
const idsOf = (draft: Draft) => living(draft).map(({ section: { id } }) => id);
/** What a merchant sees of it. */
const seen = (draft: Draft) => JSON.stringify(living(draft).map(({ section: own }) => own));

/** Does a step as the server does. */
function done(draft: Draft, step: Step): Draft {
  if (step.kind === 'presence')
    return draft.map((row) => (row.section.id === step.id ? { ...row, isThere: step.isThere } : row));
  if (step.kind === 'change')
    return draft.map((row) =>
      row.section.id === step.id ? { ...row, section: patched(row.section, step.after) } : row,
    );
  const places = living(draft).map(({ place }) => place);
  const order = orderNow(step.after, idsOf(draft));
  return draft.map((row) =>
    row.isThere ? { ...row, place: places[order.indexOf(row.section.id)] ?? row.place } : row,
  );
}

/** The same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** A draft after a random act, with its step. */
function randomAct(draft: Draft, random: () => number, n: number): { draft: Draft; step: Step } | null {
  const rows = living(draft);
  const at = Math.floor(random() * rows.length);
  const chosen = rows[at]?.section;
  const told = { page: 'index', label: `act ${n}` };
  const chance = random();
  if (chance < 0.2 || !chosen) {
    // Added, duplicated or pasted before one of them, or at the end.
    const place = rows[at]?.place ?? 0;
    const added = section(`new-${n}`, chosen ? { settings: chosen.settings, blocks: chosen.blocks } : {});
    const step: Step = { ...told, kind: 'presence', id: added.id, isThere: true };
    const shifted = draft.map((row) => (row.place >= place ? { ...row, place: row.place + 1 } : row));
    return { draft: [...shifted, { section: added, place, isThere: true }], step };
  }
  const change = (after: Patch, label = told.label): Step => ({
    ...told,
    label,
    kind: 'change',
    id: chosen.id,
    before: replacedBy(chosen, after),
    after,
  });
  const steps: (() => Step)[] = [
    () => change({ settings: { heading: `text ${n}` } }, 'heading'),
    () => change({ settings: { columns: n % 7 } }, 'columns'),
    () => change({ blocks: [...chosen.blocks, block(`b${n}`)] }),
    () => change({ blocks: chosen.blocks.map((one) => block(one.id, `title ${n}`)) }, 'blocks'),
    () => change({ name: { ar: `اسم ${n}`, en: `name ${n}` } }),
    () => change({ is_active: !chosen.is_active }),
    () => ({ ...told, kind: 'presence', id: chosen.id, isThere: false }),
    () => {
      const before = idsOf(draft);
      const after = before.filter((id) => id !== chosen.id);
      after.splice(Math.floor(random() * before.length), 0, chosen.id);
      return { ...told, kind: 'order', before, after };
    },
  ];
  const step = steps[Math.floor(random() * steps.length)]?.();
  return step ? { draft: done(draft, step), step } : null;
}

describe('TH-03: undo and redo', () => {
  it('a random series of acts, undone to its beginning, is the beginning; redone it is the end', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const random = randomOf(seed);
      let draft: Draft = ['a', 'b', 'c', 'd'].map((id, place) => ({ section: section(id), place, isThere: true }));
      const start = seen(draft);
      let history: StepHistory = noSteps;
      let time = 0;
      const go = (next: typeof stepBack) => {
        const found = next(history);
        if (!found) return false;
        draft = done(draft, found.step);
        history = found.history;
        return true;
      };
      for (let n = 0; n < 150; n += 1) {
        time += random() * 1500;
        const chance = random();
        if (chance < 0.15) go(stepBack);
        else if (chance < 0.22) go(stepForward);
        else {
          const acted = randomAct(draft, random, n);
          if (!acted) continue;
          draft = acted.draft;
          history = recorded(history, acted.step, time);
        }
      }
      const end = seen(draft);
      const steps = history.past.length;
      expect(steps).toBeGreaterThan(20);
      while (go(stepBack)) expect(new Set(idsOf(draft)).size).toBe(idsOf(draft).length);
      expect(seen(draft)).toBe(start);
      while (history.past.length < steps && go(stepForward));
      expect(seen(draft)).toBe(end);
    }
  });

  it('keeps at least 100 steps', () => {
    let history = noSteps;
    for (let n = 0; n < 300; n += 1)
      history = recorded(history, { kind: 'presence', id: `s${n}`, isThere: true, page: 'index', label: '' }, n);
    expect(history.past.length).toBeGreaterThanOrEqual(100);
  });

  const typed = (text: string, before: string, more: Partial<Step> = {}): Step =>
    ({
      kind: 'change',
      id: 'a',
      page: 'index',
      label: 'Heading',
      before: { settings: { heading: before } },
      after: { settings: { heading: text } },
      ...more,
    }) as Step;

  it('edits of one setting that follow each other are one step, and no others', () => {
    let history = recorded(noSteps, typed('H', ''), 10_000);
    history = recorded(history, typed('He', 'H'), 10_500);
    history = recorded(history, typed('Hey', 'He'), 11_400);
    expect(history.past).toEqual([typed('Hey', '')]);
    expect(stepBack(history)?.step).toEqual(typed('', 'Hey'));
    // After a pause, of another section, of another setting, and after an undo it is a step of its own.
    expect(recorded(history, typed('Hey!', 'Hey'), 12_401).past).toHaveLength(2);
    expect(recorded(history, typed('Hey!', '', { id: 'b' }), 11_500).past).toHaveLength(2);
    expect(
      recorded(history, typed('', '', { after: { settings: { text: 'x' } } } as Partial<Step>), 11_500).past,
    ).toHaveLength(2);
    const undone = stepBack(history)?.history ?? noSteps;
    expect(recorded(undone, typed('N', ''), 11_500)).toMatchObject({ past: [{}], future: [] });
  });

  it('what is typed into one block is one step, and another block is another', () => {
    const change = (after: Block[], label: string): Step => ({
      kind: 'change',
      id: 'a',
      page: 'index',
      label,
      before: { blocks: [block('x')] },
      after: { blocks: after },
    });
    const history = recorded(noSteps, change([block('x', '1')], 'Title'), 5000);
    expect(recorded(history, change([block('x', '12')], 'Title'), 5400).past).toHaveLength(1);
    expect(recorded(history, change([block('x'), block('y')], 'Title'), 5400).past).toHaveLength(2);
    expect(recorded(history, change([block('x', '12')], 'Link'), 5400).past).toHaveLength(2);
  });

  it('the reversal of a reversal is the step', () => {
    const steps: Step[] = [
      typed('a', 'b'),
      { kind: 'order', page: 'index', label: '', before: ['a', 'b'], after: ['b', 'a'] },
      { kind: 'presence', page: 'index', label: '', id: 'a', isThere: false },
    ];
    for (const step of steps) expect(inverse(inverse(step))).toEqual(step);
  });

  it('an order leaves out what was deleted elsewhere, and keeps what was added behind its neighbour', () => {
    expect(orderNow(['c', 'a', 'b'], ['a', 'b', 'c'])).toEqual(['c', 'a', 'b']);
    expect(orderNow(['c', 'a', 'b'], ['a', 'x', 'c'])).toEqual(['c', 'a', 'x']);
    expect(orderNow(['b', 'a'], ['x', 'a', 'b'])).toEqual(['x', 'b', 'a']);
    expect(movedOf(['a', 'b', 'c'], ['b', 'c', 'a'])).toBe('a');
  });
});

describe('TH-03: changes of a section', () => {
  it('are put together, shown on top, and taken back', () => {
    const own = section('a');
    const patch = merged({ settings: { heading: 'x' } }, { settings: { columns: 2 }, is_active: false });
    expect(patched(own, patch)).toMatchObject({ settings: { heading: 'x', columns: 2 }, is_active: false });
    expect(patched(patched(own, patch), replacedBy(own, patch))).toEqual(own);
  });

  it('a text that the server trimmed stays as it is typed', () => {
    const stored = section('a', { settings: { heading: 'Hello', columns: 4 } });
    expect(notAsSent(stored, { settings: { heading: 'Hello ' } })).toEqual({ settings: { heading: 'Hello ' } });
    expect(notAsSent(stored, { settings: { heading: 'Hello' } })).toBeNull();
  });
});

describe('TH-02: the lists of a page', () => {
  const page = (more: Partial<ThemePage>): ThemePage => ({
    settingSections: [],
    preSections: [],
    sortableSections: [],
    postSections: [],
    ...more,
  });

  it('a single section in all is the one that is opened', () => {
    const only = section('a', { zone: 'pre' });
    expect(onlySection(page({ preSections: [only] }))).toBe(only);
    expect(onlySection(page({ preSections: [only], postSections: [section('b')] }))).toBeNull();
    expect(onlySection(page({}))).toBeNull();
  });

  it('have another order', () => {
    const all = page({ sortableSections: [section('a'), section('b'), section('c')] });
    expect(withOrder(all, ['c', 'a', 'b']).sortableSections.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });
});

describe('a step that is taken back after somebody else worked there', () => {
  const of = (settings: Values, blocks: Block[] = []): Section => ({ ...section('sec_1'), settings, blocks });

  it('TH-03: touches only values that are still as it left them', () => {
    const before = { settings: { heading: 'mine', text: 'mine' } };
    const after = { settings: { heading: 'old', text: 'old' } };
    expect(stillPossible(of({ heading: 'mine', text: 'theirs' }), before, after)).toEqual({
      settings: { heading: 'old' },
    });
    expect(stillPossible(of({ heading: 'theirs', text: 'theirs' }), before, after)).toBeNull();
  });

  it('TH-03: leaves the blocks of others where they are', () => {
    const now = of({}, [block('a', 'mine'), block('b', 'theirs')]);
    const patch = stillPossible(now, { blocks: [block('a', 'mine')] }, { blocks: [block('a', 'old')] });
    expect(patch).toEqual({ blocks: [block('a', 'old'), block('b', 'theirs')] });
    const gone = stillPossible(of({}, [block('b', 'theirs')]), { blocks: [] }, { blocks: [block('a', 'old')] });
    expect(gone).toEqual({ blocks: [block('b', 'theirs'), block('a', 'old')] });
  });

  it('TH-03: changes of different settings do not meet', () => {
    const base = of({ heading: 'a', text: 'a' });
    const theirs = of({ heading: 'a', text: 'b' });
    expect(overlaps(base, theirs, { settings: { heading: 'c' } })).toBe(false);
    expect(overlaps(base, theirs, { settings: { text: 'c' } })).toBe(true);
  });

  it('TH-03: a value that is as it is wanted, or as it was sent before, is nobody else’s', () => {
    const base = of({ heading: { ar: 'a' }, text: 'a' });
    const theirs = of({ heading: { ar: 'b', en: 'B' }, text: 'b' }, [block('a', 'new')]);
    // As the server stores it: trimmed, its languages in order.
    expect(overlaps(base, theirs, { settings: { heading: { en: 'B ', ar: 'b' } } })).toBe(false);
    expect(overlaps(base, theirs, { blocks: [block('a', 'new')] })).toBe(false);
    expect(overlaps(base, theirs, { blocks: [block('a', 'other')] })).toBe(true);
    const more = { settings: { text: 'bc' } };
    expect(overlaps(base, theirs, more)).toBe(true);
    expect(overlaps(base, theirs, more, [{ settings: { text: 'b' } }])).toBe(false);
    expect(overlaps(base, theirs, more, [{ settings: { text: 'x' } }])).toBe(true);
    expect(isLeft(theirs, { settings: { text: 'b ' }, blocks: [block('a', 'new')] })).toBe(false);
    expect(isLeft(theirs, more)).toBe(true);
    expect(isLeft(theirs, { is_active: false })).toBe(true);
  });
});
