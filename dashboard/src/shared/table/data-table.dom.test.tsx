import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { openPage } from '@/test/dom';
import { DataTable, type Column } from './data-table';

interface Row {
  id: string;
  code: string;
}
const rendered: string[] = [];
const columns: Column<Row>[] = [
  {
    key: 'code',
    header: 'Code',
    cell: (row) => {
      rendered.push(row.id);
      return row.code;
    },
  },
];
const rows: Row[] = ['a', 'b', 'c'].map((id) => ({ id, code: `code ${id}` }));
const idOf = (row: Row) => row.id;

function Table() {
  const [selected, setSelected] = useState<Set<string>>(new Set());
  const [count, setCount] = useState(0);
  return (
    <>
      <button onClick={() => setCount(count + 1)}>counted {count}</button>
      <DataTable label="Codes" columns={columns} rows={rows} rowId={idOf} selected={selected} onSelect={setSelected} />
    </>
  );
}

it('OR-01: a row is drawn again when it is chosen, and not with every count of the page', async () => {
  const { user } = await openPage(<Table />);
  const box = (code: string) =>
    within(screen.getByRole('row', { name: new RegExp(code) })).getByRole<HTMLInputElement>('checkbox');
  expect(rendered).toEqual(['a', 'b', 'c']);

  rendered.length = 0;
  await user.click(screen.getByRole('button', { name: 'counted 0' }));
  expect(screen.getByRole('button', { name: 'counted 1' })).toBeTruthy();
  expect(rendered).toEqual([]);

  await user.click(box('code b'));
  await user.click(box('code c'));
  expect(rendered).toEqual(['b', 'c']);
  expect(['code a', 'code b', 'code c'].map((code) => box(code).checked)).toEqual([false, true, true]);
  await user.click(box('code b'));
  expect(['code a', 'code b', 'code c'].map((code) => box(code).checked)).toEqual([false, false, true]);
});
