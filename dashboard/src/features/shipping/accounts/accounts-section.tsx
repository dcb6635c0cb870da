import { Text } from '@mantine/core';
import { IconTruckDelivery } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { accountsQuery, type CourierAccount, couriersQuery, type Courier } from '@/modules/couriers/couriers.api';
import { useShippingName } from '@/modules/shipping/i18n';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { LinkButton } from '@/shared/ui/link-button';
import { DetailPage, Section } from '@/shared/ui/page';
import { MarketNote } from '../market';
import { AccountBadge } from './account-badge';
import classes from './accounts.module.css';
import { useCourierAccountText } from './i18n';

/** SP-01: the couriers that parcels can be booked with, and the store's account at each. */
export function AccountsSection() {
  const t = useCourierAccountText();
  const mayRead = useCan('read', 'Shipping');
  const couriers = useQuery({ ...couriersQuery, enabled: mayRead });
  const hasCouriers = couriers.data !== undefined && couriers.data.length > 0;
  const accounts = useQuery({ ...accountsQuery, enabled: hasCouriers });
  const query = {
    data: couriers.data && accounts.data && { couriers: couriers.data, accounts: accounts.data },
    error: couriers.error ?? accounts.error,
    refetch: () => (hasCouriers ? accounts.refetch() : couriers.refetch()),
  };
  if (couriers.data?.length === 0 || (!query.data && !query.error)) return null;
  return (
    <Section title={t('title')} text={t('text')}>
      <DetailPage query={query}>
        {(known) => (
          <ul className={classes.list}>
            {known.couriers.map((courier) => (
              <AccountRow
                key={courier.provider}
                courier={courier}
                account={known.accounts.find(({ provider }) => provider === courier.provider)}
              />
            ))}
          </ul>
        )}
      </DetailPage>
    </Section>
  );
}

function AccountRow({ courier, account }: { courier: Courier; account: CourierAccount | undefined }) {
  const t = useCourierAccountText();
  const name = useShippingName()(courier.provider);
  const { language } = useLanguage();
  const mayUpdate = useCan('update', 'Shipping');
  const { capabilities, regions } = courier;
  const countries = regions.map((region) => textOf(region.name, language)).join(language === 'ar' ? '، ' : ', ');
  const isConnected = account?.is_connected === true;
  const act = mayUpdate ? (isConnected ? 'manage' : 'connect') : 'show';
  return (
    <li className={classes.row}>
      <span className={classes.icon}>
        <IconTruckDelivery size={20} aria-hidden />
      </span>
      <div className={classes.text}>
        <span className={classes.name}>
          <bdi>{name}</bdi>
          <AccountBadge account={account} isTested={capabilities.booking === 'http'} />
        </span>
        <Text size="xs" c="dimmed">
          {countries} · {t(`about.${capabilities.booking}`)}
        </Text>
        <MarketNote provider={courier.provider} />
      </div>
      <LinkButton
        to="/shipping-settings/couriers/$courier"
        params={{ courier: courier.provider }}
        variant="default"
        size="sm"
        aria-label={t(`${act}Of`, { name: `\u2068${name}\u2069` })}
      >
        {t(act)}
      </LinkButton>
    </li>
  );
}
