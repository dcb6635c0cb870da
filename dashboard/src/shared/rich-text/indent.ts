import { Extension, type Editor, type SingleCommands } from '@tiptap/core';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    indent: { indent: () => ReturnType; outdent: () => ReturnType };
  }
}

const maxIndent = 8;

/** Indents paragraphs and headings by steps of 2em on the start side; lists are nested instead. */
export const Indent = Extension.create({
  name: 'indent',
  addGlobalAttributes() {
    return [
      {
        types: ['paragraph', 'heading'],
        attributes: {
          indent: {
            default: 0,
            parseHTML: (element) => Math.min(Number(element.dataset.indent ?? 0) || 0, maxIndent),
            renderHTML: ({ indent }) =>
              indent ? { 'data-indent': indent, style: `margin-inline-start: ${indent * 2}em` } : {},
          },
        },
      },
    ];
  },
  addCommands() {
    const shift =
      (step: number) =>
      () =>
      ({ editor, commands }: { editor: Editor; commands: SingleCommands }) => {
        const type = editor.isActive('heading') ? 'heading' : 'paragraph';
        const now = Number(editor.getAttributes(type).indent ?? 0);
        return commands.updateAttributes(type, { indent: Math.max(0, Math.min(maxIndent, now + step)) });
      };
    return { indent: shift(1), outdent: shift(-1) };
  },
});
