import { Anchor, Box, Divider, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Fragment } from 'react';
import { AddressLines } from '@/modules/address/address-card';
import { countryName } from '@/modules/address/address';
import { OrderBriefList } from '@/modules/order-brief/order-brief-list';
import { EmailLine, MobileLine } from '@/modules/person/contact';
import { Avatar } from '@/modules/person/person';
import { formatDate, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useCan } from '@/shared/session/session';
import { Money } from '@/shared/ui/money';
import { DetailPage, PageHeader, Section, TwoColumns } from '@/shared/ui/page';
import { StatCard } from '@/shared/ui/stat-card';
import { Time } from '@/shared/ui/time';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { customers, type CustomerView } from './customers.api';
import { useCustomerText } from './i18n';

/** CU-01: one customer: what they bought, how to reach them, where their orders go. */
export function CustomerPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return (
    <DetailPage whole query={useQuery(customers.findQuery(id))}>
      {(customer) => <Customer key={customer.id} customer={customer} />}
    </DetailPage>
  );
}

function Customer({ customer }: { customer: CustomerView }) {
  const t = useCustomerText();
  const { language } = useLanguage();
  const mayReadOrders = useCan('read', 'Order');
  const phone = usePhoneScreen();
  const place = [customer.city, customer.country && countryName(customer.country, language)]
    .filter(Boolean)
    .join(language === 'ar' ? '، ' : ', ');
  return (
    <>
      <PageHeader
        title={
          <span style={{ display: 'inline-flex', alignItems: 'center', gap: 12 }}>
            <Avatar name={customer.name} size={40} />
            <bdi>{customer.name}</bdi>
          </span>
        }
        subtitle={[place, t('since', { date: formatDate(customer.created_at, 'long', language) })]
          .filter(Boolean)
          .join(' · ')}
        back={{ to: '/customers/list' }}
      />
      <TwoColumns
        main={
          <>
            <SimpleGrid cols={{ base: 2, sm: 3 }} spacing={{ base: 12, sm: 20 }}>
              <StatCard label={t('fact.orders')} value={formatNumber(customer.orders_count)} />
              <StatCard label={t('fact.spent')} value={<Money amount={customer.total_spent} fw={600} />} />
              <div style={phone ? { gridColumn: '1 / -1' } : undefined}>
                <StatCard
                  label={t('fact.last')}
                  value={
                    <Text span inherit fz={18}>
                      <Time value={customer.last_order_at} relative />
                    </Text>
                  }
                />
              </div>
            </SimpleGrid>
            <Section
              title={t('latest')}
              actions={
                mayReadOrders &&
                customer.orders_count > customer.latest_orders.length && (
                  <Anchor
                    size="sm"
                    renderRoot={(props) => (
                      <Link {...props} to="/orders/list" search={{ customer: customer.id } as never} />
                    )}
                  >
                    {t('allOrders')}
                  </Anchor>
                )
              }
            >
              {customer.latest_orders.length === 0 ? (
                <Text size="sm" c="dimmed">
                  {t('noOrders')}
                </Text>
              ) : (
                // The table reaches the edges of its card.
                <Box mx={{ base: -16, sm: -20 }} mb={{ base: -16, sm: -20 }}>
                  <OrderBriefList orders={customer.latest_orders} label={t('latest')} ofOne />
                </Box>
              )}
            </Section>
          </>
        }
        side={
          <>
            <Section title={t('contact')}>
              {customer.mobile && <MobileLine mobile={customer.mobile} />}
              {customer.email && <EmailLine email={customer.email} />}
              {!customer.mobile && !customer.email && (
                <Text size="sm" c="dimmed">
                  {t('noContact')}
                </Text>
              )}
            </Section>
            <Section title={t('addresses', { count: customer.addresses.length })}>
              {customer.addresses.length === 0 ? (
                <Text size="sm" c="dimmed">
                  {t('noAddress')}
                </Text>
              ) : (
                <Stack gap={16}>
                  {customer.addresses.map((address, index) => (
                    <Fragment key={address.id}>
                      {index > 0 && <Divider color="var(--line)" />}
                      <AddressLines
                        address={address}
                        showRecipient={address.name !== customer.name || address.mobile !== customer.mobile}
                      />
                    </Fragment>
                  ))}
                </Stack>
              )}
            </Section>
          </>
        }
      />
    </>
  );
}
