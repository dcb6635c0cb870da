import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, sent, serve } from '@/test/dom';
import { ProductSearch } from './product-search';

const row = (id: string, name: string, stock = 5) => ({ id, name: { ar: name, en: name }, price: '10.00', stock });
const all = [row('prd_1', 'Lamp'), row('prd_2', 'Lantern', 0), row('prd_3', 'Rug')];

function Box() {
  const [picked, setPicked] = useState<string[]>([]);
  return (
    <>
      <ProductSearch
        label="Find a product"
        state="published"
        without={new Set(picked)}
        detail={({ price }) => price}
        isOff={({ stock }) => stock === 0}
        onPick={({ id }) => setPicked([...picked, id])}
      />
      <output>{picked.join(' ')}</output>
    </>
  );
}

const box = () => screen.getByLabelText<HTMLInputElement>('Find a product');
const offered = () => screen.queryAllByRole('option').map((option) => option.textContent);

describe('finding products', () => {
  beforeEach(() =>
    serve(({ url }) => {
      const word = /search=(\w+)/.exec(url)?.[1]?.toLowerCase() ?? '';
      const data = all.filter(({ name }) => name.en.toLowerCase().includes(word));
      return [200, { data, meta: { total: data.length } }];
    }),
  );
  it('or_03 is done by the keyboard: a word, arrows over what can be had, Enter; the field is empty for the next one', async () => {
    const { user } = await openPage(<Box />);
    await user.type(box(), 'la');
    await waitFor(() => expect(offered()).toEqual(['Lamp10.00', 'Lantern10.00']));
    expect(sent.at(-1)?.url).toContain('filter[state]=published');
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('prd_1'));
    expect(box().value).toBe('');
    expect(document.activeElement).toBe(box());
    expect(box().getAttribute('aria-expanded')).not.toBe('true');
    // The arrow opens it again; selected products are no longer offered.
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(offered()).toEqual(['Lantern10.00', 'Rug10.00']));
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('prd_1 prd_3'));
  });
  it('or_03 narrows what it shows at the first letter, so that the list does not move under the pointer', async () => {
    const { user } = await openPage(<Box />);
    await user.click(box());
    await waitFor(() => expect(offered()).toHaveLength(3));
    const calls = sent.length;
    // At once: a second letter that comes late would find the first one asked for.
    fireEvent.change(box(), { target: { value: 'ru' } });
    expect(offered()).toEqual(['Rug10.00']);
    expect(sent.length).toBe(calls);
    await waitFor(() => expect(sent.length).toBe(calls + 1));
    expect(offered()).toEqual(['Rug10.00']);
    expect(screen.getByRole('listbox', { name: 'Results' })).toBeTruthy();
  });
  it('or_03 what cannot be had is not taken by a tap, and Escape leaves', async () => {
    const { user } = await openPage(<Box />);
    await user.click(box());
    await waitFor(() => expect(offered()).toHaveLength(3));
    await user.click(screen.getByRole('option', { name: /Lantern/ }));
    expect(screen.getByRole('status').textContent).toBe('');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(box().getAttribute('aria-expanded')).not.toBe('true'));
  });

  it('CU-01 goes on behind twenty that were chosen', async () => {
    const many = Array.from({ length: 45 }, (_, at) => row(`prd_${at}`, `Cup ${at}`));
    serve(({ url }) => {
      const perPage = Number(/per_page=(\d+)/.exec(url)?.[1]);
      return [200, { data: many.slice(0, perPage), meta: { total: many.length } }];
    });
    const first = new Set(many.slice(0, 20).map(({ id }) => id));
    const { user } = await openPage(<ProductSearch label="Find a product" without={first} onPick={() => {}} />);
    await user.click(box());
    await waitFor(() => expect(offered()[0]).toBe('Cup 20'));
    expect(offered()).toHaveLength(8);
  });
  it('CU-01 asks for no more than the server sends, and then for a narrower word', async () => {
    const many = Array.from({ length: 150 }, (_, at) => row(`prd_${at}`, `Cup ${at}`));
    serve(() => [200, { data: many.slice(0, 100), meta: { total: many.length } }]);
    const first = new Set(many.slice(0, 120).map(({ id }) => id));
    const { user } = await openPage(<ProductSearch label="Find a product" without={first} onPick={() => {}} />);
    await user.click(box());
    await screen.findByText('Narrow your search to see more');
    expect(sent.at(-1)?.url).toContain('per_page=100');
  });
  it('or_03 says that nothing was found, and that it could not look', async () => {
    const { user } = await openPage(<Box />);
    await user.type(box(), 'zzz');
    await screen.findByText('No results');
    serve(() => [500, { message: 'no' }]);
    await user.type(box(), 'y');
    await screen.findByText('Error fetching list!');
    expect(screen.queryByText('Loading')).toBeNull();
  });
});
