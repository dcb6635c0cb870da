import { allColumns, readCell, sameValue, type Column, type Read, type Reading, type Value } from './columns';
import type { SheetProduct, SheetResult } from './sheet.api';

/** A line of the sheet: a product, or a variant below it. */
export interface Line {
  key: string;
  product: SheetProduct;
  /** Null on the product's own row. */
  variant: SheetProduct['variants'][number] | null;
}
export interface CellPosition {
  row: number;
  col: number;
}
export interface Range {
  top: number;
  bottom: number;
  first: number;
  last: number;
}
/** The message of a cell's error, and whether it is of unparsable text (which no save resolves) or from the server. */
interface Fault {
  message: string;
  isUnread: boolean;
  /** The unparsable text. */
  text?: string;
}
interface Moment {
  value: Value;
  fault?: Fault;
}
interface Change {
  line: string;
  column: string;
  from: Moment;
  to: Moment;
}

/** Unsaved edits by row and column: a value, or unparsable text. */
export type DraftEdits = Record<string, Record<string, { value: Value } | { text: string }>>;

const lineKey = (product: string, variant?: string) => (variant ? `${product}/${variant}` : product);
const baseOf = (line: Line, column: string): Value => {
  const cells = (line.variant ?? line.product).cells as Record<string, unknown>;
  const [key = column, language] = column.split('.');
  const value = cells[key];
  if (language) return ((value as Record<string, string> | null)?.[language] ?? '') as Value;
  return (value ?? null) as Value;
};

/**
 * The rows of the sheet, their edits, and the selection. It is an external store: a keystroke notifies only the rows it
 * changed.
 */
export class SheetStore {
  lines: Line[] = [];
  columns: readonly Column[] = [];
  reading: Reading = { digits: 2, categories: [] };
  active: CellPosition = { row: 0, col: 0 };
  anchor: CellPosition = { row: 0, col: 0 };
  editing: { text: string; isTyped: boolean } | null = null;
  /** Products changed by somebody else: their current rows. */
  conflicts = new Map<string, SheetProduct>();
  batchId: string | null = null;

  #edits = new Map<string, Map<string, Value>>();
  #faults = new Map<string, Map<string, Fault>>();
  #past: Change[][] = [];
  #future: Change[][] = [];
  #index = new Map<string, number>();
  #versions = new Map<string, number>();
  #lineListeners = new Map<string, Set<() => void>>();
  #listeners = new Set<() => void>();
  #version = 0;
  #status = '';
  productCount = 0;

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  version = () => this.#version;
  subscribeLine = (key: string) => (listener: () => void) => {
    const all = this.#lineListeners.get(key) ?? new Set();
    this.#lineListeners.set(key, all.add(listener));
    return () => void all.delete(listener);
  };
  lineVersion = (key: string) => this.#versions.get(key) ?? 0;

  /** The state that the page around the grid shows; moving the selection does not change it. */
  status = () => this.#status;

  #touch(keys: Iterable<string> = []) {
    let isCell = false;
    for (const key of keys) {
      isCell = true;
      this.#versions.set(key, this.lineVersion(key) + 1);
      for (const listener of this.#lineListeners.get(key) ?? []) listener();
    }
    if (isCell || this.#status === '') {
      const parts = [this.editedProducts, this.faultCount, this.#past.length, this.#future.length, this.conflicts.size];
      this.#status = [...parts, this.productCount, this.#version].join(' ');
    }
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  setReading(reading: Reading) {
    this.reading = reading;
    this.#touch(this.lines.map((line) => line.key));
  }
  /** Later saves join this batch; null starts a new one. */
  joinBatch(id: string | null) {
    this.batchId = id;
  }

  setColumns(columns: readonly Column[]) {
    this.columns = columns;
    const last = Math.max(0, columns.length - 1);
    this.active = { ...this.active, col: Math.min(this.active.col, last) };
    this.anchor = this.active;
    this.#touch(this.lines.map((line) => line.key));
  }

  /** Appends more products. */
  add(products: readonly SheetProduct[]) {
    for (const product of products) {
      if (this.#index.has(product.id)) continue;
      this.productCount += 1;
      this.#push({ key: lineKey(product.id), product, variant: null });
      for (const variant of product.variants) {
        this.#push({ key: lineKey(product.id, variant.id), product, variant });
      }
    }
    this.#touch(products.map(({ id }) => id));
  }

  #push(line: Line) {
    this.#index.set(line.key, this.lines.length);
    this.lines.push(line);
  }

  /** Replaces a product by the server's current row; its rows keep their position. */
  refresh(product: SheetProduct) {
    const keys: string[] = [];
    for (const line of this.lines) {
      if (line.product.id !== product.id) continue;
      line.product = product;
      if (line.variant) line.variant = product.variants.find(({ id }) => id === line.variant?.id) ?? line.variant;
      keys.push(line.key);
    }
    this.#touch(keys);
  }

  // ---- cells ------------------------------------------------------------------------------------------------------

  mayEdit(line: Line, column: Column): boolean {
    if (line.variant) return column.ofVariants;
    return !(column.notOfMulti && line.product.product_type === 'multi');
  }
  value(line: Line, column: Column): Value {
    const own = this.#edits.get(line.key);
    return own?.has(column.key) ? (own.get(column.key) ?? null) : baseOf(line, column.key);
  }
  isEdited = (line: Line, column: string) => this.#edits.get(line.key)?.has(column) ?? false;
  fault = (line: Line, column: string) => this.#faults.get(line.key)?.get(column)?.message;
  /** The unparsable text of a cell. */
  unread = (line: Line, column: string) => this.#faults.get(line.key)?.get(column)?.text;
  get editedProducts(): number {
    return new Set([...this.#edits.keys()].map((key) => key.split('/')[0])).size;
  }
  get faultCount(): number {
    let count = 0;
    for (const own of this.#faults.values()) count += own.size;
    return count;
  }
  /** Number of cells with unparsable text: they keep their previous value, and are not sent. */
  get unreadCount(): number {
    let count = 0;
    for (const own of this.#faults.values()) for (const { isUnread } of own.values()) if (isUnread) count += 1;
    return count;
  }
  isDirty = () => this.#edits.size > 0;
  get canUndo() {
    return this.#past.length > 0;
  }
  get canRedo() {
    return this.#future.length > 0;
  }

  #put(key: string, column: string, { value, fault }: Moment) {
    const line = this.lines[this.#index.get(key) ?? -1];
    if (!line) return;
    const own = this.#edits.get(key) ?? new Map<string, Value>();
    if (sameValue(value, baseOf(line, column))) own.delete(column);
    else own.set(column, value);
    if (own.size > 0) this.#edits.set(key, own);
    else this.#edits.delete(key);
    if (fault) this.#setFault(key, column, fault);
    else this.#faults.get(key)?.delete(column);
  }

  /** Writes cells as one undo step. */
  write(cells: readonly { line: Line; column: Column; value: Value }[]) {
    this.#step(cells.map(({ line, column, value }) => ({ line, column, to: { value } })));
  }

  /** Values and errors of cells change together, in one undo step. */
  #step(cells: readonly { line: Line; column: Column; to: Moment }[]) {
    const changes: Change[] = [];
    for (const { line, column, to } of cells) {
      const from = { value: this.value(line, column), fault: this.#faults.get(line.key)?.get(column.key) };
      if (!this.mayEdit(line, column)) continue;
      if (
        sameValue(from.value, to.value) &&
        from.fault?.message === to.fault?.message &&
        from.fault?.text === to.fault?.text
      )
        continue;
      changes.push({ line: line.key, column: column.key, from, to });
      this.#put(line.key, column.key, to);
    }
    if (changes.length === 0) return;
    this.#past.push(changes);
    this.#future = [];
    this.#touch(new Set(changes.map((change) => change.line)));
  }

  /** Writes texts into cells; unparsable ones are marked as errors and leave the value as it was. */
  writeTexts(cells: readonly { line: Line; column: Column; text: string }[], messageOf: (read: Read) => string) {
    this.#step(
      cells.map(({ line, column, text }) => {
        const read = readCell(column, text, this.reading);
        if ('value' in read) return { line, column, to: { value: read.value } };
        const fault = { message: messageOf(read), isUnread: true, text };
        return { line, column, to: { value: this.value(line, column), fault } };
      }),
    );
  }

  /** The edits that a reload would lose. */
  draftEdits(): DraftEdits {
    const all: DraftEdits = {};
    for (const [key, own] of this.#edits)
      for (const [column, value] of own) all[key] = { ...all[key], [column]: { value } };
    for (const [key, own] of this.#faults)
      for (const [column, { text }] of own) if (text !== undefined) all[key] = { ...all[key], [column]: { text } };
    return all;
  }
  /** Whether any of these rows is loaded. */
  hasRowsOf = (draftEdits: DraftEdits) => Object.keys(draftEdits).some((key) => this.#index.has(key));
  /** Restores draft edits of the loaded rows, as undo steps. */
  restore(draftEdits: DraftEdits, messageOf: (read: Read) => string) {
    const cells: Parameters<SheetStore['writeTexts']>[0][number][] = [];
    const values: Parameters<SheetStore['write']>[0][number][] = [];
    for (const [key, own] of Object.entries(draftEdits)) {
      const line = this.lines[this.#index.get(key) ?? -1];
      for (const [name, cell] of Object.entries(own)) {
        const column = allColumns.find((one) => one.key === name);
        if (!line || !column) continue;
        if ('text' in cell) cells.push({ line, column, text: cell.text });
        else values.push({ line, column, value: cell.value });
      }
    }
    this.write(values);
    this.writeTexts(cells, messageOf);
  }

  /** Drops all edits and errors, as an undo step; of products that somebody else changed the server's row is taken. */
  discard() {
    for (const product of this.conflicts.keys()) this.resolve(product, 'theirs');
    const cells: { line: Line; column: Column; to: Moment }[] = [];
    for (const written of [this.#edits, this.#faults])
      for (const [key, own] of written) {
        const line = this.lines[this.#index.get(key) ?? -1];
        for (const name of own.keys()) {
          const column = allColumns.find((one) => one.key === name);
          if (line && column) cells.push({ line, column, to: { value: baseOf(line, name) } });
        }
      }
    this.#step(cells);
  }

  #setFault(key: string, column: string, fault: Fault) {
    const own = this.#faults.get(key) ?? new Map<string, Fault>();
    own.set(column, fault);
    this.#faults.set(key, own);
  }

  #replay(changes: readonly Change[], value: 'from' | 'to') {
    for (const change of changes) this.#put(change.line, change.column, change[value]);
    const [first] = changes;
    const row = first ? this.#index.get(first.line) : undefined;
    const col = first ? this.columns.findIndex(({ key }) => key === first.column) : -1;
    if (row !== undefined && col >= 0) {
      this.active = { row, col };
      this.anchor = this.active;
    }
    this.#touch(new Set(changes.map((change) => change.line)));
  }
  undo() {
    const changes = this.#past.pop();
    if (!changes) return;
    this.#future.push(changes);
    this.#replay(changes.toReversed(), 'from');
  }
  redo() {
    const changes = this.#future.pop();
    if (!changes) return;
    this.#past.push(changes);
    this.#replay(changes, 'to');
  }

  // ---- selection --------------------------------------------------------------------------------------------------

  get range(): Range {
    return {
      top: Math.min(this.active.row, this.anchor.row),
      bottom: Math.max(this.active.row, this.anchor.row),
      first: Math.min(this.active.col, this.anchor.col),
      last: Math.max(this.active.col, this.anchor.col),
    };
  }
  select(place: CellPosition, extend = false) {
    const row = Math.max(0, Math.min(place.row, this.lines.length - 1));
    const col = Math.max(0, Math.min(place.col, this.columns.length - 1));
    this.active = { row, col };
    if (!extend) this.anchor = this.active;
    this.#touch();
  }
  edit(editing: SheetStore['editing']) {
    this.editing = editing;
    const line = this.lines[this.active.row];
    this.#touch(line ? [line.key] : []);
  }

  /** The cells of a range, row by row. */
  cellsOf(range: Range): { line: Line; column: Column }[][] {
    return this.lines
      .slice(range.top, range.bottom + 1)
      .map((line) => this.columns.slice(range.first, range.last + 1).map((column) => ({ line, column })));
  }

  // ---- saving -----------------------------------------------------------------------------------------------------

  /** The edits to save, product by product. */
  pending(): {
    id: string;
    version: number;
    cells: Record<string, unknown>;
    variants: { id: string; cells: Record<string, unknown> }[];
  }[] {
    const collected = new Map<string, ReturnType<SheetStore['pending']>[number]>();
    for (const [key, own] of this.#edits) {
      const line = this.lines[this.#index.get(key) ?? -1];
      if (!line || this.conflicts.has(line.product.id)) continue;
      const { id, version } = line.product;
      const row = collected.get(id) ?? { id, version, cells: {}, variants: [] };
      collected.set(id, row);
      const cells: Record<string, unknown> = {};
      for (const [column, value] of own) {
        const [name = column, language] = column.split('.');
        if (!language) cells[name] = value;
        else {
          cells[name] = { ...Object(cells[name] ?? line.product.cells[name]), [language]: value };
        }
      }
      if (line.variant) row.variants.push({ id: line.variant.id, cells });
      else row.cells = cells;
    }
    return [...collected.values()];
  }

  /** Applies the results of a save. */
  settle(results: readonly SheetResult[]) {
    const keys = new Set<string>();
    for (const result of results) {
      const own = this.lines.filter((line) => line.product.id === result.id);
      for (const line of own) {
        keys.add(line.key);
        // Server errors are replaced; unparsable text was never sent.
        const faults = this.#faults.get(line.key);
        for (const [column, { isUnread }] of faults ?? []) if (!isUnread) faults?.delete(column);
        if (result.is_ok) this.#edits.delete(line.key);
      }
      if (result.is_ok && result.row) this.refresh(result.row);
      else if (result.code === 'stale_version' && result.row) this.conflicts.set(result.id, result.row);
      else if (!result.is_ok) {
        const fieldErrors = Object.entries(result.errors);
        for (const [path, lines] of fieldErrors) this.#blame(result.id, path, lines.join(' '));
        const first = own[0];
        if (fieldErrors.length === 0 && first) {
          this.#setFault(first.key, this.columns[0]?.key ?? '', { message: result.message ?? '', isUnread: false });
        }
      }
    }
    this.#touch(keys);
  }

  #blame(product: string, path: string, message: string) {
    const variant = /^variants\.([^.]+)(?:\.(.+))?$/.exec(path);
    const key = lineKey(product, variant?.[1]);
    const field = variant ? (variant[2] ?? '') : path;
    const column =
      this.columns.find((c) => c.key === field) ??
      this.columns.find((c) => field.startsWith(c.key.split('.')[0] ?? ' '));
    this.#setFault(key, column?.key ?? this.columns[0]?.key ?? '', { message, isUnread: false });
  }

  /** Resolves a conflict: takes the server's row, or keeps the user's edits on top of it for the next save. */
  resolve(product: string, which: 'mine' | 'theirs') {
    const now = this.conflicts.get(product);
    if (!now) return;
    this.conflicts.delete(product);
    if (which === 'theirs') {
      for (const written of [this.#edits, this.#faults])
        for (const key of written.keys()) if (key.split('/')[0] === product) written.delete(key);
    }
    this.refresh(now);
    // A cell that now equals the server's value is no edit any more.
    for (const line of this.lines) {
      if (line.product.id !== product) continue;
      for (const [column, value] of this.#edits.get(line.key) ?? [])
        this.#put(line.key, column, { value, fault: this.#faults.get(line.key)?.get(column) });
    }
    this.#touch([product]);
  }

  /** Columns in which the edits differ from the server's current row: both values. */
  differences(product: string): { line: Line; column: Column; mine: Value; theirs: Value }[] {
    const now = this.conflicts.get(product);
    if (!now) return [];
    const collected: ReturnType<SheetStore['differences']> = [];
    for (const line of this.lines) {
      const own = this.#edits.get(line.key);
      if (line.product.id !== product || !own) continue;
      const variant = line.variant ? (now.variants.find(({ id }) => id === line.variant?.id) ?? null) : null;
      for (const [key, mine] of own) {
        const column = this.columns.find((c) => c.key === key);
        if (column) collected.push({ line, column, mine, theirs: baseOf({ ...line, product: now, variant }, key) });
      }
    }
    return collected;
  }
}
