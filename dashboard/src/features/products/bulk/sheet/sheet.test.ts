import { describe, expect, it } from 'vitest';
import { fillRange } from './fill-range';
import { allColumns, readCell, showCell, type Column, type Value } from './columns';
import { keyOf, type KeyPress } from './keys';
import { SheetStore } from './sheet-store';
import type { SheetProduct } from './sheet.api';
import { readTsv, writeTsv } from './tsv';
import { part } from '@/test/part';

const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('not there');
  return value;
};
const column = (key: string): Column => found(allColumns.find((c) => c.key === key));
const reading = { digits: 2, categories: [{ id: 'cat_1', name: 'ملابس' }] };
const read = (key: string, text: string) => readCell(column(key), text, reading);

describe('PR-01: cells are read as people write them', () => {
  it('amounts with Arabic digits and separators, a currency sign, and too many decimals', () => {
    expect(read('regular_price', '١٬٢٣٤٫٥')).toEqual({ value: '1234.50' });
    expect(read('regular_price', '1,234.50 ر.س')).toEqual({ value: '1234.50' });
    expect(read('regular_price', '')).toEqual({ value: null });
    expect(read('regular_price', '1.234')).toEqual({ fault: 'number' });
    expect(read('regular_price', '12,5')).toEqual({ fault: 'number' });
    expect(read('regular_price', '1 2')).toEqual({ fault: 'number' });
    expect(read('regular_price', 'abc')).toEqual({ fault: 'number' });
    expect(read('regular_price', '-5')).toEqual({ fault: 'number' });
  });
  it('counts, flags, words and categories', () => {
    expect(read('qty', '١٢')).toEqual({ value: 12 });
    expect(read('qty', '12.0')).toEqual({ value: 12 });
    expect(read('qty', '1.5')).toEqual({ fault: 'whole' });
    expect(read('qty', '')).toEqual({ fault: 'needed' });
    expect([read('qty', '-3'), read('qty', '٣-'), read('qty', '-٣')]).toEqual([
      { fault: 'negative' },
      { fault: 'whole' },
      { fault: 'negative' },
    ]);
    expect(read('min_qty', '')).toEqual({ value: null });
    expect(read('is_published', 'نعم')).toEqual({ value: true });
    expect(read('is_published', 'FALSE')).toEqual({ value: false });
    expect(read('is_published', 'maybe')).toEqual({ fault: 'flag' });
    expect(read('tags', 'عيد، هدية,عيد')).toEqual({ value: ['عيد', 'هدية'] });
    expect(read('category_ids', 'مَلابس')).toEqual({ value: ['cat_1'] });
    expect(read('category_ids', 'أثاث')).toEqual({ fault: 'category' });
  });
  it('what is shown is read back as the same', () => {
    const show = { yes: 'نعم', no: 'لا', categories: reading.categories, comma: '، ' };
    const values: [string, Value][] = [
      ['regular_price', '12.50'],
      ['qty', 7],
      ['is_active', true],
      ['tags', ['أ', 'ب']],
      ['category_ids', ['cat_1']],
      ['sku', 'A-1'],
      ['weight_amount', '0.5'],
    ];
    for (const [key, value] of values) expect(read(key, showCell(column(key), value, show))).toEqual({ value });
  });
});

describe('the clipboard of spreadsheet programs', () => {
  it('is read with quotes, line breaks in cells and the last empty line', () => {
    expect(readTsv('a\t"b\n""c"""\r\n1\t2\r\n')).toEqual([
      ['a', 'b\n"c"'],
      ['1', '2'],
    ]);
  });
  it('comes back as it went', () => {
    const rows = [
      ['a', 'b\tc', 'd"e'],
      ['', 'سطر\nآخر', '١٢'],
    ];
    expect(readTsv(writeTsv(rows))).toEqual(rows);
  });
});

describe('keys follow the eye', () => {
  const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
    key,
    code: key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...more,
  });
  it('turns the arrows around in Arabic', () => {
    expect(keyOf(press('ArrowLeft'), true)).toMatchObject({ do: 'move', cols: 1 });
    expect(keyOf(press('ArrowLeft'), false)).toMatchObject({ do: 'move', cols: -1 });
  });
  it('knows shortcuts by their place, whatever the keyboard writes', () => {
    expect(keyOf(press('ئ', { code: 'KeyZ', ctrlKey: true }), true)).toEqual({ do: 'undo' });
    expect(keyOf(press('ئ', { code: 'KeyZ', ctrlKey: true, shiftKey: true }), true)).toEqual({ do: 'redo' });
    expect(keyOf(press('٥'), true)).toEqual({ do: 'type', text: '٥' });
    expect(keyOf(press('Tab'), true)).toBeNull();
  });
});

const product = (n: number, over: Partial<SheetProduct> = {}): SheetProduct => ({
  id: `prd_${n}`,
  version: 1,
  product_type: 'basic',
  title: { ar: `صنف ${n}` },
  cells: { name: { ar: `صنف ${n}`, en: '' }, sku: null, regular_price: '10.00', qty: n },
  variants: [],
  ...over,
});
const filled = (products: SheetProduct[]) => {
  const store = new SheetStore();
  store.reading = reading;
  store.setColumns(['name.ar', 'sku', 'regular_price', 'qty'].map(column));
  store.add(products);
  return store;
};
const messageOf = () => 'خطأ';

describe('the sheet', () => {
  it('stores edits, undoes and redoes them, and drops one that equals the original', () => {
    const store = filled([product(1), product(2)]);
    const price = column('regular_price');
    const cells = store.lines.map((line) => ({ line, column: price, text: '12' }));
    store.writeTexts(cells, messageOf);
    expect(store.editedProducts).toBe(2);
    store.undo();
    expect(store.isDirty()).toBe(false);
    store.redo();
    expect(store.value(found(store.lines[1]), price)).toBe('12.00');
    store.writeTexts([{ line: found(store.lines[0]), column: price, text: '10' }], messageOf);
    expect(store.editedProducts).toBe(1);
  });
  it('puts a fault on its cell and leaves the value', () => {
    const store = filled([product(1)]);
    const line = found(store.lines[0]);
    store.writeTexts([{ line, column: column('qty'), text: 'x' }], messageOf);
    expect(store.fault(line, 'qty')).toBe('خطأ');
    // Unparsable text stays visible until it is corrected.
    expect(store.unread(line, 'qty')).toBeTruthy();
    expect(store.value(line, column('qty'))).toBe(1);
  });
  it('fills down a pattern, only where the kinds agree and the cell may be edited', () => {
    const multi = product(3, { product_type: 'multi' });
    const store = filled([product(1), product(2), multi, product(4), product(5)]);
    fillRange(store, { top: 0, bottom: 1, first: 3, last: 3 }, { top: 0, bottom: 4, first: 3, last: 3 });
    expect(store.lines.map((line) => store.value(line, column('qty')))).toEqual([1, 2, 3, 2, 1]);
  });
  it('sends a product once, its name whole, its variants by id', () => {
    const variant = { id: 'var_1', option_values: ['S'], cells: { sku: null, regular_price: null, qty: 1 } };
    const store = filled([product(1, { product_type: 'multi', variants: [variant] })]);
    store.writeTexts([{ line: found(store.lines[0]), column: column('name.ar'), text: 'جديد' }], messageOf);
    store.writeTexts([{ line: found(store.lines[1]), column: column('qty'), text: '9' }], messageOf);
    expect(store.pending()).toEqual([
      {
        id: 'prd_1',
        version: 1,
        cells: { name: { ar: 'جديد', en: '' } },
        variants: [{ id: 'var_1', cells: { qty: 9 } }],
      },
    ]);
  });
  it('applies results: saved, refused by cell, changed concurrently', () => {
    const store = filled([product(1), product(2), product(3)]);
    const sku = column('sku');
    store.writeTexts(
      store.lines.map((line) => ({ line, column: sku, text: 'NEW' })),
      messageOf,
    );
    const row = (n: number, code: string | null) =>
      product(n, { version: 2, cells: { ...product(n).cells, sku: code } });
    store.settle([
      { id: 'prd_1', is_ok: true, errors: {}, row: row(1, 'NEW') },
      { id: 'prd_2', is_ok: false, code: 'invalid', errors: { sku: ['مكرر'] }, row: null },
      { id: 'prd_3', is_ok: false, code: 'stale_version', errors: {}, row: row(3, 'THEIRS') },
    ]);
    expect(store.editedProducts).toBe(2);
    expect(store.fault(found(store.lines[1]), 'sku')).toBe('مكرر');
    expect(store.differences('prd_3')).toMatchObject([{ mine: 'NEW', theirs: 'THEIRS' }]);
    expect(store.pending().map(({ id }) => id)).toEqual(['prd_2']);
    store.resolve('prd_3', 'mine');
    expect(store.pending().find(({ id }) => id === 'prd_3')).toMatchObject({ version: 2, cells: { sku: 'NEW' } });
  });
  it('PR-01: a save leaves the marks of cells that could not be read, beside those the server refused', () => {
    const store = filled([product(1), product(2)]);
    const [one, two] = [found(store.lines[0]), found(store.lines[1])];
    store.writeTexts(
      [
        { line: one, column: column('sku'), text: 'NEW' },
        { line: one, column: column('qty'), text: 'x' },
        { line: two, column: column('regular_price'), text: 'y' },
      ],
      messageOf,
    );
    expect(store.unreadCount).toBe(2);
    const refused = { id: 'prd_1', is_ok: false, code: 'invalid', errors: { sku: ['مكرر'] }, row: null };
    store.settle([refused]);
    expect([store.faultCount, store.unreadCount]).toEqual([3, 2]);
    const now = product(1, { version: 2, cells: { ...product(1).cells, sku: 'NEW' } });
    store.settle([{ id: 'prd_1', is_ok: true, errors: {}, row: now }]);
    expect(store.fault(one, 'qty')).toBe('خطأ');
    expect(store.fault(two, 'regular_price')).toBe('خطأ');
    expect(store.fault(one, 'sku')).toBeUndefined();
    expect(store.editedProducts).toBe(0);
    store.writeTexts([{ line: one, column: column('qty'), text: '1' }], messageOf);
    expect(store.unreadCount).toBe(1);
  });
  it('PR-01: undo and redo take the marks of a paste along with its values', () => {
    const store = filled([product(1)]);
    const line = found(store.lines[0]);
    store.writeTexts(
      [
        { line, column: column('sku'), text: 'NEW' },
        { line, column: column('qty'), text: 'x' },
      ],
      messageOf,
    );
    store.undo();
    expect([store.faultCount, store.isDirty(), store.canUndo]).toEqual([0, false, false]);
    store.redo();
    expect([store.faultCount, store.isDirty()]).toEqual([1, true]);
    store.undo();
    store.writeTexts([{ line, column: column('qty'), text: 'x' }], messageOf);
    expect(store.canUndo).toBe(true);
    store.undo();
    expect(store.fault(line, 'qty')).toBeUndefined();
  });
});

describe('what was written and not saved', () => {
  it('PR-01: discards all edits and marks in one step, which is taken back', () => {
    const store = filled([product(1), product(2)]);
    const price = column('regular_price');
    const [line] = store.lines;
    store.write([{ line: found(line), column: price, value: '90.00' }]);
    store.writeTexts([{ line: found(store.lines[1]), column: column('qty'), text: 'abc' }], () => 'not a number');
    store.discard();
    expect([store.isDirty(), store.faultCount]).toEqual([false, 0]);
    store.undo();
    expect([store.value(found(line), price), store.unreadCount]).toEqual(['90.00', 1]);
  });
  it('f12_5: is stored, and restored over the current lines as an undoable step', () => {
    const product = (id: string): SheetProduct =>
      part<SheetProduct>({
        id,
        version: 1,
        product_type: 'basic',
        title: {},
        cells: { sku: 'A-1', qty: 5 },
        variants: [],
      });
    const sheet = () => {
      const store = new SheetStore();
      store.setReading(reading);
      store.setColumns([column('sku'), column('qty')]);
      return store;
    };
    const messageOf = () => 'not a number';
    const before = sheet();
    before.add([product('prd_1'), product('prd_2')]);
    const [first, second] = [found(before.lines[0]), found(before.lines[1])];
    before.write([{ line: first, column: column('sku'), value: 'B-2' }]);
    before.writeTexts([{ line: first, column: column('qty'), text: 'many' }], messageOf);
    before.write([{ line: second, column: column('sku'), value: 'C-3' }]);
    const storedDraft = JSON.parse(JSON.stringify(before.draftEdits())) as ReturnType<SheetStore['draftEdits']>;

    const after = sheet();
    after.add([product('prd_1')]);
    expect(after.hasRowsOf(storedDraft)).toBe(true);
    after.restore(storedDraft, messageOf);
    const line = found(after.lines[0]);
    expect(after.value(line, column('sku'))).toBe('B-2');
    expect(after.fault(line, 'qty')).toBe('not a number');
    expect(after.unread(line, 'qty')).toBe('many');
    expect(after.pending()).toEqual([{ id: 'prd_1', version: 1, cells: { sku: 'B-2' }, variants: [] }]);
    after.undo();
    after.undo();
    expect(after.isDirty()).toBe(false);

    const elsewhere = sheet();
    elsewhere.add([product('prd_9')]);
    expect(elsewhere.hasRowsOf(storedDraft)).toBe(false);
  });
});
