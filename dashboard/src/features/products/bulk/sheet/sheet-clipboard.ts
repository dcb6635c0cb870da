import type { ClipboardEvent } from 'react';
import type { Column, Read, Value } from './columns';
import type { SheetStore } from './sheet-store';
import { readTsv, writeTsv } from './tsv';

/** Copy and paste of cells as tab-separated text. */
export function sheetClipboard({
  store,
  show,
  messageOf,
  clear,
}: {
  store: SheetStore;
  show: (column: Column, value: Value) => string;
  messageOf: (read: Read) => string;
  /** Clears the selection after a cut. */
  clear: () => void;
}) {
  const { lines, columns } = store;
  const onCopy = (event: ClipboardEvent) => {
    if (store.editing) return;
    event.preventDefault();
    const rows = store
      .cellsOf(store.range)
      .map((cells) => cells.map(({ line, column }) => show(column, store.value(line, column))));
    event.clipboardData.setData('text/plain', writeTsv(rows));
    if (event.type === 'cut') clear();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (store.editing) return;
    event.preventDefault();
    const rows = readTsv(event.clipboardData.getData('text/plain'));
    const { range } = store;
    const height = rows.length;
    const columnCount = Math.max(...rows.map((cells) => cells.length));
    // One cell fills the whole selection; a block is repeated as often as it fits.
    const pasteHeight = Math.max(height, Math.floor((range.bottom - range.top + 1) / height) * height);
    const wide = Math.max(columnCount, Math.floor((range.last - range.first + 1) / columnCount) * columnCount);
    const cells = [];
    for (let i = 0; i < pasteHeight; i += 1) {
      for (let j = 0; j < wide; j += 1) {
        const line = lines[range.top + i];
        const column = columns[range.first + j];
        const text = rows[i % height]?.[j % columnCount];
        if (line && column && text !== undefined) cells.push({ line, column, text });
      }
    }
    store.writeTexts(cells, messageOf);
    store.select({ row: range.top, col: range.first });
    store.select({ row: range.top + pasteHeight - 1, col: range.first + wide - 1 }, true);
  };
  return { onCopy, onCut: onCopy, onPaste };
}
