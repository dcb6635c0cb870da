import { Mark } from '@tiptap/core';
import { colorNames } from './palette';

/** A mark that writes `<span data-color="red">`: the server keeps no style attributes. */
const colorMark = (name: 'textColor' | 'textBackground', attribute: 'data-color' | 'data-background') =>
  Mark.create({
    name,
    addAttributes: () => ({
      color: {
        default: null,
        parseHTML: (element) => element.getAttribute(attribute),
        renderHTML: ({ color }) => ({ [attribute]: color }),
      },
    }),
    // A span may hold both attributes, so the other mark reads it too.
    parseHTML: () => colorNames.map((color) => ({ tag: `span[${attribute}="${color}"]`, consuming: false })),
    renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
  });

export const TextColor = colorMark('textColor', 'data-color');
export const TextBackground = colorMark('textBackground', 'data-background');
