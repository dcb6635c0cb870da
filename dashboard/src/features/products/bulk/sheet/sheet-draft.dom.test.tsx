import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage } from '@/test/dom';
import { allColumns, type Column } from './columns';
import { SheetDraft } from './sheet-draft';
import { SheetStore } from './sheet-store';
import type { SheetProduct } from './sheet.api';
import { part } from '@/test/part';

const sku = allColumns.find(({ key }) => key === 'sku') as Column;
const sheet = () => {
  const store = new SheetStore();
  store.setColumns([sku]);
  store.add([part<SheetProduct>({ id: 'prd_1', version: 1, title: {}, cells: { sku: 'A-1' }, variants: [] })]);
  return store;
};
const messageOf = () => '';
const storedDraft = () => localStorage.getItem('draft.usr_1.str_1.product-sheet');
const show = (store: SheetStore, isLoading = false) =>
  openPage(<SheetDraft store={store} isLoading={isLoading} messageOf={messageOf} />);

it('f12_5: the edits of the sheet survive the page, and go when they are saved', async () => {
  const first = sheet();
  await show(first);
  act(() => first.write(first.lines.map((line) => ({ line, column: sku, value: 'B-2' }))));
  await waitFor(() => expect(storedDraft()).toContain('B-2'));
  cleanup();

  // Not before the rows have loaded.
  await show(sheet(), true);
  expect(screen.queryByText('You have unsaved changes')).toBeNull();
  cleanup();
  const second = sheet();
  const { user } = await show(second);
  await user.click(screen.getByRole('button', { name: 'Restore changes' }));
  expect(second.pending()).toMatchObject([{ id: 'prd_1', cells: { sku: 'B-2' } }]);
  act(() => second.settle([{ id: 'prd_1', is_ok: true, errors: {}, row: null }]));
  await waitFor(() => expect(storedDraft()).toBeNull());
});
