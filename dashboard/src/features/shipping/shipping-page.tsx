import { Button, Card, Group, Menu, Stack, Switch, Text } from '@mantine/core';
import { IconBuildingStore, IconChevronDown, IconPlus, IconTruckDelivery } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { countryName } from '@/modules/address/address';
import { offeredProviders, useCouriers } from '@/modules/couriers/couriers.api';
import { useShippingName } from '@/modules/shipping/i18n';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { formatMoney, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan, useStoreCurrency } from '@/shared/session/session';
import { DataTable, type Column } from '@/shared/table/data-table';
import { EmptyState } from '@/shared/ui/empty-state';
import { Money } from '@/shared/ui/money';
import { DetailPage, PageHeader } from '@/shared/ui/page';
import { AccountsSection } from './accounts/accounts-section';
import { useShippingText } from './i18n';
import { MarketNote, useMarketFault } from './market';
import { proposalQuery, shippingMethods, shippingQuery, type ShippingMethod } from './shipping.api';
import { lacksAddress } from './shipping.model';
import { shippingFormSearch } from './shipping.search';
import { LinkButton } from '@/shared/ui/link-button';
import { LinkMenuItem } from '@/shared/ui/link-menu-item';

/** SP-01: the store's shipping methods and their prices. */
export function ShippingPage() {
  const t = useShippingText();
  const name = useShippingName();
  const { language } = useLanguage();
  const query = useQuery(shippingQuery);
  const mayCreate = useCan('create', 'Shipping');
  const columns: Column<ShippingMethod>[] = [
    {
      key: 'name',
      header: t('col.name'),
      card: 'title',
      cell: (row) => (
        <div>
          <Text span size="sm" fw={500}>
            <bdi>{textOf(row.name, language)}</bdi>
          </Text>
          {textOf(row.pickup_address, language) && (
            <Text size="xs" c="dimmed" fw={400} lineClamp={2}>
              <bdi>{textOf(row.pickup_address, language)}</bdi>
            </Text>
          )}
          {lacksAddress(row) && (
            <Text size="xs" c="var(--tone-amber-fg)" fw={400}>
              {t('lacksAddress')}
            </Text>
          )}
          <MarketNote provider={row.provider} />
          {textOf(row.note, language) && (
            <Text size="xs" c="dimmed" fw={400} lineClamp={2}>
              <bdi>{textOf(row.note, language)}</bdi>
            </Text>
          )}
        </div>
      ),
    },
    { key: 'kind', header: t('col.kind'), card: 'meta', cell: (row) => name(row.provider) },
    { key: 'cost', header: t('col.cost'), card: 'meta', cell: (row) => <Cost method={row} /> },
    { key: 'cities', header: t('col.cities'), card: 'meta', cell: (row) => <Places method={row} /> },
    { key: 'active', header: t('col.active'), card: 'end', width: 110, cell: (row) => <ActiveSwitch method={row} /> },
  ];
  return (
    <>
      <Outlet />
      <PageHeader title={t('title')} actions={mayCreate && <AddMenu />} />
      {mayCreate && <FirstDelivery />}
      <DetailPage query={query}>
        {(methods) => (
          <Stack gap={20}>
            <Card padding={0}>
              {methods.length === 0 ? (
                <EmptyState title={t('empty')} text={t('emptyText')} illustration="box">
                  {mayCreate && <AddMenu />}
                </EmptyState>
              ) : (
                <DataTable
                  label={t('title')}
                  columns={columns}
                  rows={methods}
                  rowId={(row) => row.id}
                  rowLink={(row) => ({ to: '/shipping-settings/$id', params: { id: row.id } })}
                />
              )}
            </Card>
            <AccountsSection />
          </Stack>
        )}
      </DetailPage>
    </>
  );
}

/** Proposal for a store without a delivery method. */
function FirstDelivery() {
  const t = useShippingText();
  const { language } = useLanguage();
  const { data: proposal } = useQuery(proposalQuery);
  if (!proposal) return null;
  const placeNames =
    proposal.cities.length > 0 ? proposal.cities : proposal.countries.map((c) => countryName(c, language));
  return (
    <Card mb={20}>
      <Group justify="space-between" gap={16}>
        <div style={{ flex: '1 1 260px' }}>
          <Text fw={600}>{t('propose')}</Text>
          <Text size="sm" c="dimmed" mt={4}>
            <bdi>{textOf(proposal.name, language)}</bdi> · <Money amount={proposal.fixed_cost} /> ·{' '}
            <bdi>{placeNames.join(t('comma'))}</bdi>
          </Text>
        </div>
        <LinkButton to="/shipping-settings/$id" params={{ id: 'new' }}>
          {t('proposeUse')}
        </LinkButton>
      </Group>
    </Card>
  );
}

function AddMenu() {
  const t = useShippingText();
  const couriers = useCouriers();
  const name = useShippingName();
  const fault = useMarketFault();
  const isFit = (code: string) => !fault(couriers.find(({ provider }) => provider === code));
  const offered = offeredProviders(couriers);
  const [fit, unfit] = [offered.filter(isFit), offered.filter((code) => !isFit(code))];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t('add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {fit.map((provider) => (
          <LinkMenuItem
            key={provider}
            to="/shipping-settings/$id"
            params={{ id: 'new' }}
            search={shippingFormSearch({ kind: provider })}
            leftSection={
              provider === 'PICKUP' ? (
                <IconBuildingStore size={16} aria-hidden />
              ) : (
                <IconTruckDelivery size={16} aria-hidden />
              )
            }
          >
            {name(provider)}
          </LinkMenuItem>
        ))}
        {unfit.map((provider) => (
          <Menu.Item key={provider} disabled leftSection={<IconTruckDelivery size={16} aria-hidden />}>
            {name(provider)}
            <MarketNote provider={provider} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Cost({ method }: { method: ShippingMethod }) {
  const t = useShippingText();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  if (method.provider === 'PICKUP') return <span>{t('free')}</span>;
  return (
    <div>
      <Money amount={method.fixed_cost} />
      {!method.is_fixed_cost && (
        <Text size="xs" c="dimmed">
          {t('upTo', { kg: formatNumber(method.weight_threshold / 1000) })}
        </Text>
      )}
      {method.is_courier_controls_rates && (
        <Text size="xs" c="dimmed">
          {t('courierRates')}
        </Text>
      )}
      {method.free_above && (
        <Text size="xs" c="dimmed">
          {t('freeFrom', { amount: formatMoney(method.free_above, currency, language) })}
        </Text>
      )}
    </div>
  );
}

/** Destinations: the cities, or the countries when all their cities are served. */
function Places({ method }: { method: ShippingMethod }) {
  const t = useShippingText();
  const { language } = useLanguage();
  if (method.provider === 'PICKUP') return null;
  const names = method.cities.length > 0 ? method.cities : method.countries.map((code) => countryName(code, language));
  if (names.length === 0) return <span>{t('everyCity')}</span>;
  const few = names.slice(0, 3);
  const rest = names.length - few.length;
  const more = method.cities.length > 0 ? 'moreCities' : 'moreCountries';
  return (
    <div>
      <bdi>{few.join(t('comma'))}</bdi>
      {rest > 0 && ` ${t(more, { count: rest })}`}
      {method.unknown_cities.length > 0 && (
        <Text size="xs" c="var(--tone-amber-fg)">
          {t('unknownCities', { count: method.unknown_cities.length })}
        </Text>
      )}
    </div>
  );
}

function ActiveSwitch({ method }: { method: ShippingMethod }) {
  const t = useShippingText();
  const { language } = useLanguage();
  const mayUpdate = useCan('update', 'Shipping');
  const navigate = useNavigate();
  const save = useApiMutation({
    run: (is_active: boolean) => shippingMethods.update(method.id, { is_active, version: method.version }),
    invalidates: [shippingMethods.key, ['setup-checklist']],
  });
  return (
    <Switch
      aria-label={t('activeOf', { name: textOf(method.name, language) })}
      checked={save.isPending ? save.variables : method.is_active}
      disabled={!mayUpdate}
      onChange={(event) => {
        // Turning it on opens the form, which asks for its address.
        if (lacksAddress(method) && event.currentTarget.checked)
          void navigate({ to: '/shipping-settings/$id', params: { id: method.id } });
        else save.mutate(event.currentTarget.checked);
      }}
    />
  );
}
