import { Extension, type CommandProps, type Editor } from '@tiptap/core';
import type { Direction } from '../i18n/language';

/** Sides of the line of reading, so that a text keeps its look when its direction changes. */
export const alignments = ['start', 'center', 'end', 'justify'] as const;
type Alignment = (typeof alignments)[number];
/** What a person calls them, who sees a left and a right. */
export type VisibleAlignment = 'left' | 'center' | 'right' | 'justify';

export const maxIndent = 4;
const types = ['paragraph', 'heading'];

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    blockFormats: {
      /** Aligns each chosen block to a side of the page, whatever its direction. */
      alignTo: (visible: VisibleAlignment) => ReturnType;
      /** A paragraph goes one step inwards, an item of a list below the one before it. */
      indent: () => ReturnType;
      outdent: () => ReturnType;
    };
  }
}

/** A side of the page as one of the line of reading, and back: the two are each other's inverse. */
const sides = {
  ltr: { left: 'start', right: 'end', start: 'left', end: 'right' },
  rtl: { left: 'end', right: 'start', start: 'right', end: 'left' },
} as const;
const alignmentOf = (visible: VisibleAlignment, direction: Direction): Alignment =>
  visible === 'left' || visible === 'right' ? sides[direction][visible] : visible;
const visibleOf = (alignment: Alignment, direction: Direction): VisibleAlignment =>
  alignment === 'start' || alignment === 'end' ? sides[direction][alignment] : alignment;

const isDirection = (text: unknown): text is Direction => text === 'rtl' || text === 'ltr';
const isAlignment = (text: unknown): text is Alignment => alignments.some((alignment) => alignment === text);

/** Of pasted and of older texts as well, which align with a style or an attribute. */
function readAlignment(element: HTMLElement, direction: Direction): Alignment | null {
  const written = element.dataset.align ?? (element.style.textAlign || element.getAttribute('align'))?.toLowerCase();
  if (isAlignment(written)) return written;
  if (written !== 'left' && written !== 'right') return null;
  const own = element.closest('[dir]')?.getAttribute('dir');
  return alignmentOf(written, isDirection(own) ? own : direction);
}

/** Where the text of the cursor's block stands. */
export function visibleAlignment(editor: Editor, direction: Direction): VisibleAlignment {
  const { dir, align } = editor.state.selection.$from.parent.attrs;
  return visibleOf(isAlignment(align) ? align : 'start', isDirection(dir) ? dir : direction);
}
/** Changes an attribute of the chosen paragraphs and headings; false where nothing changes. */
function change<T>({ tr, dispatch }: CommandProps, name: string, next: (now: T, dir: unknown) => T): boolean {
  let isChanged = false;
  tr.doc.nodesBetween(tr.selection.from, tr.selection.to, (node, position) => {
    if (!types.includes(node.type.name)) return;
    const now = node.attrs[name] as T;
    const then = next(now, node.attrs.dir);
    if (then === now) return;
    isChanged = true;
    if (dispatch) tr.setNodeAttribute(position, name, then);
  });
  return isChanged;
}
const shift = (props: CommandProps, step: number) =>
  change<number>(props, 'indent', (now) => Math.max(0, Math.min(maxIndent, now + step)));

/** Alignment and indent of paragraphs and headings as data attributes: the server keeps no style attributes. */
export const BlockFormats = Extension.create<{ direction: Direction }>({
  name: 'blockFormats',
  addOptions: () => ({ direction: 'rtl' }),
  addGlobalAttributes() {
    return [
      {
        types,
        attributes: {
          align: {
            default: null,
            parseHTML: (element) => readAlignment(element, this.options.direction),
            renderHTML: ({ align }) => (align ? { 'data-align': align } : {}),
          },
          indent: {
            default: 0,
            parseHTML: (element) =>
              Math.max(0, Math.min(maxIndent, Math.trunc(Number(element.dataset.indent ?? 0)) || 0)),
            renderHTML: ({ indent }) => (indent ? { 'data-indent': indent } : {}),
          },
        },
      },
    ];
  },
  addCommands() {
    return {
      alignTo: (visible) => (props) =>
        change<Alignment | null>(props, 'align', (_now, dir) =>
          alignmentOf(visible, isDirection(dir) ? dir : this.options.direction),
        ),
      indent: () => (props) =>
        props.editor.isActive('listItem') ? props.commands.sinkListItem('listItem') : shift(props, 1),
      outdent: () => (props) =>
        props.editor.isActive('listItem') ? props.commands.liftListItem('listItem') : shift(props, -1),
    };
  },
  addKeyboardShortcuts() {
    const align = (visible: VisibleAlignment) => () => {
      this.editor.commands.alignTo(visible);
      return true;
    };
    const run = (command: 'indent' | 'outdent') => () => {
      this.editor.commands[command]();
      return true;
    };
    return {
      'Mod-Shift-l': align('left'),
      'Mod-Shift-e': align('center'),
      'Mod-Shift-r': align('right'),
      'Mod-Shift-j': align('justify'),
      'Mod-]': run('indent'),
      'Mod-[': run('outdent'),
    };
  },
});
