import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, serve, signInAs } from '@/test/dom';
import { useNavigation, useScreens } from './use-navigation';

const labels = (groups: ReturnType<typeof useNavigation>) =>
  groups.flatMap((group) => group.items.map((item) => item.label)).join(' | ');

function Menu() {
  return (
    <>
      <output aria-label="menu">{labels(useNavigation())}</output>
      <output aria-label="screens">{labels(useScreens())}</output>
    </>
  );
}

const counters = { orders: 0, confirmations: 0, addresses: 0, mentions: 0, jobs: 0, imports: 0, more_than: [] };
const rare = ['Import products', 'Incomplete addresses', 'Failed jobs'];

async function open(over: Partial<typeof counters>, ability?: Parameters<typeof signInAs>[0]) {
  // The counters are fetched once a store is ready.
  signInAs(ability, { is_ready: true });
  serve(() => [200, { data: { counters: { ...counters, ...over }, configs: {}, seq: 1 } }]);
  const page = await openPage(<Menu />);
  const read = (name: string) => screen.getByRole('status', { name }).textContent?.split(' | ') ?? [];
  return { ...page, menu: () => read('menu'), screens: () => read('screens') };
}

describe('the menu', () => {
  it('f12: leaves out what is rare while there is nothing to say of it; the palette has it', async () => {
    const { menu, screens } = await open({});
    await waitFor(() => expect(menu()).toContain('Products'));
    for (const label of rare) {
      expect(screens()).toContain(label);
      expect(menu()).not.toContain(label);
    }
  });

  it.each([
    ['imports', 'Import products'],
    ['addresses', 'Incomplete addresses'],
    ['jobs', 'Failed jobs'],
  ] as const)('f12: shows what is rare while its counter tells of some: %s', async (counter, label) => {
    const { menu } = await open({ [counter]: 1 });
    await waitFor(() => expect(menu()).toContain(label));
    expect(rare.filter((one) => menu().includes(one))).toEqual([label]);
  });

  it('f12: shows nothing that may not be seen, whatever its counter says', async () => {
    const { menu, screens } = await open({ imports: 3, addresses: 1 }, [{ action: 'read', subject: 'Order' }]);
    await waitFor(() => expect(menu()).toContain('Incomplete addresses'));
    expect(screens()).not.toContain('Import products');
  });
});
