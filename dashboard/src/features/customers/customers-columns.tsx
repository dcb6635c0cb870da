import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { countryName } from '@/modules/address/address';
import { readableMobile } from '@/modules/person/mobile';
import { Person } from '@/modules/person/person';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage, type Language } from '@/shared/i18n/language';
import { useSession } from '@/shared/session/session';
import type { Column } from '@/shared/table/data-table';
import { Money } from '@/shared/ui/money';
import { Time } from '@/shared/ui/time';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import type { CustomerRow } from './customers.api';
import classes from './customers.module.css';
import { useCustomerText } from './i18n';

/**
 * Columns of the customers list; on phones a card of the person, what they spent, and one quiet line. Memoised, so that
 * rows are not rendered again.
 */
export function useCustomerColumns(): Column<CustomerRow>[] {
  const t = useCustomerText();
  const { language } = useLanguage();
  const phone = usePhoneScreen();
  const home = useSession().store?.country;
  return useMemo(() => columnsFor(t, language, phone, home), [t, language, phone, home]);
}

function columnsFor(
  t: ReturnType<typeof useCustomerText>,
  language: Language,
  phone: boolean,
  home: string | undefined,
): Column<CustomerRow>[] {
  // Most customers live where the store is: only another country is worth its room.
  const place = (customer: CustomerRow) =>
    [customer.city, customer.country && customer.country !== home && countryName(customer.country, language)]
      .filter(Boolean)
      .join(language === 'ar' ? '، ' : ', ');
  return [
    {
      key: 'customer',
      header: t('col.customer'),
      sort: 'name',
      card: 'title',
      cell: (customer) => (
        <Person
          name={customer.name}
          line={
            <span className={classes.about}>
              {customer.is_blocked && (
                <Text span inherit c="var(--bad)">
                  {[t('blocked'), place(customer) && ' ·'].filter(Boolean).join('')}
                </Text>
              )}
              {place(customer) && <bdi>{place(customer)}</bdi>}
              {customer.tags.slice(0, 3).map((tag) => (
                <span key={tag} className={classes.tag}>
                  <bdi>{tag}</bdi>
                </span>
              ))}
            </span>
          }
        />
      ),
    },
    {
      key: 'mobile',
      header: t('col.mobile'),
      card: 'meta',
      cell: (customer) =>
        customer.mobile ? (
          <Text span size="sm" className="num" style={{ whiteSpace: 'nowrap' }}>
            {readableMobile(customer.mobile)}
          </Text>
        ) : (
          <bdi>{customer.email ?? '—'}</bdi>
        ),
    },
    {
      key: 'orders',
      header: t('col.orders'),
      sort: 'orders_count',
      card: 'meta',
      align: 'number',
      cell: (customer) => (phone ? t('orders', { count: customer.orders_count }) : formatNumber(customer.orders_count)),
    },
    {
      key: 'spent',
      header: t('col.spent'),
      sort: 'total_spent',
      card: 'end',
      align: 'number',
      cell: (customer) => <Money amount={customer.total_spent} fw={600} />,
    },
    {
      key: 'lastOrder',
      header: t('col.lastOrder'),
      card: 'meta',
      cell: (customer) => (
        <Text span size="sm" c="dimmed">
          <Time value={customer.last_order_at} relative />
        </Text>
      ),
    },
    {
      key: 'since',
      header: t('col.since'),
      sort: 'created_at',
      card: 'hide',
      cell: (customer) => <Time value={customer.created_at} style="date" />,
    },
  ];
}
