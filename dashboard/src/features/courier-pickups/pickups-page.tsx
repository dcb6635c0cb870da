import { Button, Card, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams, useSearch } from '@tanstack/react-router';
import { useConnectedCouriers } from '@/modules/couriers/couriers.api';
import { useShippingName } from '@/modules/shipping/i18n';
import { isShippingProvider, shippingProviders, isCourier } from '@/modules/shipping/providers';
import { formatNumber } from '@/shared/i18n/format';
import { useCan } from '@/shared/session/session';
import { EmptyState } from '@/shared/ui/empty-state';
import { BackIcon, ForwardIcon } from '@/shared/ui/icons';
import { LinkButton } from '@/shared/ui/link-button';
import { LinkTabs } from '@/shared/ui/link-tabs';
import { DetailPage, PageHeader } from '@/shared/ui/page';
import { usePickupText } from './i18n';
import { PickupsTable } from './pickups-table';
import { pickupsQuery } from './pickups.api';
import { SheetSections } from './sheet/sheet-sections';

/** SP-02: the pickups of one courier; of one without requests, how its parcels are handed over. */
export function PickupsPage() {
  const t = usePickupText();
  const { courier } = useParams({ from: '/couriers/$courier/pickups' });
  const { page = 1 } = useSearch({ from: '/couriers/$courier/pickups' });
  const query = useQuery(pickupsQuery(courier, page));
  const mayUpdate = useCan('update', 'Order');
  const canRequest = mayUpdate && query.data?.has_pickups && query.data.is_connected;
  return (
    <>
      <Outlet />
      <PageHeader
        title={t('title')}
        actions={
          canRequest && (
            <LinkButton
              to="/couriers/$courier/pickups/new"
              params={{ courier }}
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              {t('request')}
            </LinkButton>
          )
        }
      />
      <CourierTabs open={courier} />
      <DetailPage query={query}>
        {(data) => {
          if (!data.is_connected) return <NotConnected courier={courier} />;
          if (!data.has_pickups) return <SheetSections courier={courier} />;
          if (data.pickups.length === 0 && page === 1)
            return (
              <Card padding={0}>
                <EmptyState title={t('empty')} text={t('emptyText')} illustration="box" />
              </Card>
            );
          return (
            <Card padding={0}>
              <PickupsTable courier={courier} pickups={data.pickups} />
              <Pages courier={courier} page={data.page} hasMore={data.has_more} />
            </Card>
          );
        }}
      </DetailPage>
    </>
  );
}

/** The couriers that are connected, and the open one. */
function CourierTabs({ open }: { open: string }) {
  const t = usePickupText();
  const name = useShippingName();
  const connected = useConnectedCouriers();
  const shown = shippingProviders.filter((code) => isCourier(code) && (code === open || connected.includes(code)));
  return (
    <LinkTabs
      label={t('couriers')}
      tabs={shown.map((courier) => ({
        label: name(courier),
        link: { to: '/couriers/$courier/pickups', params: { courier } },
      }))}
    />
  );
}

function NotConnected({ courier }: { courier: string }) {
  const t = usePickupText();
  const name = useShippingName();
  const mayConnect = useCan('update', 'Shipping');
  return (
    <Card padding={0}>
      <EmptyState
        illustration="box"
        title={t('notConnected', { courier: isShippingProvider(courier) ? `\u2068${name(courier)}\u2069` : courier })}
        text={t('notConnectedText')}
      >
        {mayConnect && (
          <LinkButton to="/shipping-settings/couriers/$courier" params={{ courier }}>
            {t('connect')}
          </LinkButton>
        )}
      </EmptyState>
    </Card>
  );
}

function Pages({ courier, page, hasMore }: { courier: string; page: number; hasMore: boolean }) {
  const t = usePickupText();
  if (page === 1 && !hasMore) return null;
  const at = (to: number) => ({ to: '/couriers/$courier/pickups', params: { courier }, search: { page: to } }) as const;
  return (
    <Group justify="space-between" p={12}>
      {page > 1 ? (
        <LinkButton variant="default" size="sm" leftSection={<BackIcon size={16} />} {...at(page - 1)}>
          {t('previous')}
        </LinkButton>
      ) : (
        <Button variant="default" size="sm" disabled leftSection={<BackIcon size={16} />}>
          {t('previous')}
        </Button>
      )}
      <Text size="sm" c="dimmed">
        {formatNumber(page)}
      </Text>
      {hasMore ? (
        <LinkButton variant="default" size="sm" rightSection={<ForwardIcon size={16} />} {...at(page + 1)}>
          {t('next')}
        </LinkButton>
      ) : (
        <Button variant="default" size="sm" disabled rightSection={<ForwardIcon size={16} />}>
          {t('next')}
        </Button>
      )}
    </Group>
  );
}
