import { Menu } from '@mantine/core';
import { IconBrandWhatsapp, IconPhone, IconShoppingBag, IconUser } from '@tabler/icons-react';
import { whatsappLink } from '@/modules/person/mobile';
import { useCan } from '@/shared/session/session';
import type { CustomerRow } from './customers.api';
import { useCustomerText } from './i18n';
import { LinkMenuItem } from '@/shared/ui/link-menu-item';

/** The menu of a customer's row: reaching them without opening their page. */
export default function CustomerRowItems({ customer }: { customer: CustomerRow }) {
  const t = useCustomerText();
  const mayReadOrders = useCan('read', 'Order');
  return (
    <>
      <LinkMenuItem
        to="/customers/view/$id"
        params={{ id: customer.id }}
        leftSection={<IconUser size={16} aria-hidden />}
      >
        {t('open')}
      </LinkMenuItem>
      {mayReadOrders && (
        <LinkMenuItem
          to="/orders/list"
          search={{ customer: customer.id }}
          leftSection={<IconShoppingBag size={16} aria-hidden />}
        >
          {t('theirOrders')}
        </LinkMenuItem>
      )}
      {customer.mobile && (
        <>
          <Menu.Divider />
          <Menu.Item
            component="a"
            href={whatsappLink(customer.mobile)}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconBrandWhatsapp size={16} aria-hidden />}
          >
            {t('whatsapp')}
          </Menu.Item>
          <Menu.Item component="a" href={`tel:${customer.mobile}`} leftSection={<IconPhone size={16} aria-hidden />}>
            {t('call')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
