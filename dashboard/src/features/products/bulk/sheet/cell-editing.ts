import type { Column, Read, Value } from './columns';
import type { SheetStore } from './sheet-store';

/** Opens the active cell, commits its text, and clears the selected cells. */
export function cellEditing({
  store,
  show,
  messageOf,
  focus,
}: {
  store: SheetStore;
  /** Formats a cell's value. */
  show: (column: Column, value: Value) => string;
  /** The message for unparsable text. */
  messageOf: (read: Read) => string;
  /** Returns the focus to the grid. */
  focus: () => void;
}) {
  const { columns, lines } = store;
  const commit = (text: string) => {
    const line = lines[store.active.row];
    const column = columns[store.active.col];
    if (line && column && text !== (store.unread(line, column.key) ?? show(column, store.value(line, column)))) {
      store.writeTexts([{ line, column, text }], messageOf);
    }
    store.edit(null);
    focus();
  };
  const begin = (initialText: string | null) => {
    const line = lines[store.active.row];
    const column = columns[store.active.col];
    if (!line || !column || !store.mayEdit(line, column)) return;
    if (column.kind === 'flag' && initialText === null) {
      store.write([{ line, column, value: !store.value(line, column) }]);
      return;
    }
    const text = initialText ?? store.unread(line, column.key) ?? show(column, store.value(line, column));
    store.edit({ text, isTyped: initialText !== null });
  };
  const clear = () => {
    const cells = store.cellsOf(store.range).flat();
    const emptied = cells.filter(({ column }) => column.kind !== 'flag');
    store.writeTexts(
      emptied.map((cell) => ({ ...cell, text: '' })),
      messageOf,
    );
  };
  return { begin, commit, clear };
}
