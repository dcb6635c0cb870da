import { Menu } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage } from '@/test/dom';
import { routerLink, type Address, type AppLink } from './app-link';
import { LinkActionIcon } from './link-action-icon';
import { LinkAnchor } from './link-anchor';
import { LinkBadge } from './link-badge';
import { LinkButton } from './link-button';
import { LinkMenuItem } from './link-menu-item';

it('f13_6: what leads to a page is a link with its address, and goes there without a reload', async () => {
  const { user, address } = await openPage(
    <>
      <LinkButton to="/orders/view/$id" params={{ id: 'ord_1' }} search={{ dialog: 'refund' }} variant="default">
        Refund
      </LinkButton>
      <LinkAnchor to="/customers/list" search={{ segment: 'seg_1' }} size="sm">
        Segment
      </LinkAnchor>
      <LinkBadge to="/coupons/list">Coupons</LinkBadge>
      <LinkActionIcon to="/mentions" aria-label="Mentions">
        @
      </LinkActionIcon>
      <Menu opened withinPortal={false}>
        <Menu.Target>
          <button>More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <LinkMenuItem to="/products/stock/$id" params={{ id: 'prd_1' }}>
            Stock
          </LinkMenuItem>
        </Menu.Dropdown>
      </Menu>
    </>,
  );
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href('Segment')).toBe('/customers/list?segment=seg_1');
  expect(href('Coupons')).toBe('/coupons/list');
  expect(href('Mentions')).toBe('/mentions');
  expect((await screen.findByRole('menuitem', { name: 'Stock' })).getAttribute('href')).toBe('/products/stock/prd_1');
  await user.click(screen.getByRole('link', { name: 'Refund' }));
  expect(await screen.findByText('Elsewhere')).toBeTruthy();
  expect(address()).toBe('/orders/view/ord_1?dialog=refund');
});

it('f13_6: a page that does not exist, or a parameter that is not its own, does not compile', () => {
  // Never rendered: the compiler reads them (`npm run typecheck`).
  const never = () => [
    // @ts-expect-error no such page
    <LinkButton key="1" to="/orders/see/$id" params={{ id: 'ord_1' }} />,
    // @ts-expect-error the parameter has another name
    <LinkButton key="2" to="/orders/view/$id" params={{ order: 'ord_1' }} />,
    // @ts-expect-error the page needs its parameter
    <LinkMenuItem key="3" to="/orders/view/$id" />,
    // @ts-expect-error no such dialog
    <LinkAnchor key="4" to="/orders/view/$id" params={{ id: 'ord_1' }} search={{ dialog: 'gone' }} />,
  ];
  // @ts-expect-error no such page
  const address: Address = '/orders/see';
  const link = (): AppLink => ({ to: '/media/$id', params: { id: 'med_1' }, search: true });
  // @ts-expect-error the parameter has another name
  const wrong = (): AppLink => ({ to: '/media/$id', params: { media: 'med_1' } });
  expect([never, wrong]).toHaveLength(2);
  expect(address).toBe('/orders/see');
  expect(routerLink(link())).toEqual(link());
});
