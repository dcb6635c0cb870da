import { Button } from '@mantine/core';
import { IconPackage, IconTrash } from '@tabler/icons-react';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { onPhone, openPage } from '@/test/dom';
import type { HeaderAction } from './header-actions';
import { ApiError } from '../api/error';
import { DetailPage, PageHeader } from './page';

const actions = (onDelete: () => void): HeaderAction[] => [
  { key: 'retry', label: 'Try the failed rows', icon: IconPackage, link: { to: '/elsewhere' as '/' } },
  { key: 'view', label: 'View in store', icon: IconPackage, href: 'https://shop.example/' },
  { key: 'delete', label: 'Delete', icon: IconTrash, danger: true, folded: true, onClick: onDelete },
];
const header = (onDelete = () => {}) => (
  <PageHeader title="File" more={actions(onDelete)} actions={<Button>Start</Button>} />
);

describe("a page's header", () => {
  it('shows what else can be done as buttons and links, and keeps what is rare in the menu', async () => {
    const deleted = vi.fn();
    const { user } = await openPage(header(deleted));
    expect(screen.getByRole('link', { name: 'View in store' }).getAttribute('href')).toBe('https://shop.example/');
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(deleted).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('link', { name: 'Try the failed rows' }));
    await screen.findByRole('heading', { name: 'Elsewhere' });
  });

  it('on a phone has the main act and one menu of everything else', async () => {
    onPhone();
    const { user } = await openPage(header());
    expect(screen.getAllByRole('button').map((button) => button.textContent || button.ariaLabel)).toEqual([
      'More actions',
      'Start',
    ]);
    expect(screen.queryByRole('link')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    const menu = await screen.findByRole('menu');
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['Try the failed rows', 'View in store', 'Delete']);
    await user.click(within(menu).getByRole('menuitem', { name: 'Try the failed rows' }));
    await screen.findByRole('heading', { name: 'Elsewhere' });
  });
});

describe('the page of one row', () => {
  const goneError = {
    data: undefined,
    error: new ApiError({ outcome: 'not_found', status: 404 }),
    refetch: () => undefined,
  };
  it('that is not there has a heading of its own: the first of the page where the row is the page', async () => {
    const page = await openPage(
      <DetailPage isFullPage query={goneError}>
        {() => null}
      </DetailPage>,
    );
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Not found');
    page.unmount();
    await openPage(<DetailPage query={goneError}>{() => null}</DetailPage>);
    expect(screen.getByRole('heading', { level: 2 })).toBeTruthy();
  });
});
