import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconInfoCircle, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { accountsQuery, type CourierAccount, couriersQuery, type Courier } from '@/modules/couriers/couriers.api';
import { useMayOpen } from '@/modules/screens/screens';
import { useShippingName } from '@/modules/shipping/i18n';
import { currentOf } from '@/shared/api/conflict';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { ConnectionForm } from '@/shared/forms/credentials/connection-form';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { EmptyState } from '@/shared/ui/empty-state';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { DetailPage } from '@/shared/ui/page';
import { RoutedDrawer } from '@/shared/ui/routed-drawer';
import { toast } from '@/shared/ui/toast';
import { shippingQuery } from '../shipping.api';
import { AccountResult } from './account-badge';
import classes from './accounts.module.css';
import { accountsKey, deleteAccount, pickupLocationsQuery, saveAccount, testAccount } from './accounts.api';
import { useCourierAccountText } from './i18n';
import { PickupLocations } from './pickup-locations';

/** SP-01: the store's account at a courier, in a drawer over the shipping methods. */
export function CourierDrawer() {
  const t = useCourierAccountText();
  const name = useShippingName();
  const { courier: code } = useParams({ from: '/settings-shell/shipping-settings/couriers/$courier' });
  const couriers = useQuery(couriersQuery);
  const accounts = useQuery(accountsQuery);
  const courier = couriers.data?.find(({ provider }) => provider === code);
  const query = {
    data: couriers.data && accounts.data,
    error: couriers.error ?? accounts.error,
    refetch: () => Promise.all([couriers.refetch(), accounts.refetch()]),
  };
  return (
    <RoutedDrawer title={courier ? name(courier.provider) : t('title')} closeTo={{ to: '/shipping-settings' }}>
      {(close) => (
        <DetailPage query={query}>
          {(known) => {
            const account = known.find(({ provider }) => provider === code);
            if (!courier || !account) return <EmptyState title={t('gone')} illustration="map" />;
            return <AccountDetails key={code} courier={courier} account={account} onGone={close} />;
          }}
        </DetailPage>
      )}
    </RoutedDrawer>
  );
}

function AccountDetails({
  courier,
  account,
  onGone,
}: {
  courier: Courier;
  account: CourierAccount;
  onGone: () => void;
}) {
  const { language } = useLanguage();
  const name = useShippingName()(courier.provider);
  const mayUpdate = useCan('update', 'Shipping');
  const code = courier.provider;
  const isTested = courier.capabilities.booking === 'http';
  return (
    <Stack gap={20}>
      {!isTested && <SheetSteps name={name} courier={code} />}
      <ConnectionForm
        name={name}
        provider={courier}
        stored={account}
        isComplete={account.is_connected}
        mayUpdate={mayUpdate}
        invalidates={[accountsKey, pickupLocationsQuery(code).queryKey]}
        save={(values, version) => saveAccount(code, values, version)}
        test={isTested ? () => testAccount(code) : null}
        currentOf={(stale) => currentOf<'put', '/courier-accounts/{provider}'>(stale)}
        result={<AccountResult account={account} isTested={isTested} />}
        callback={
          courier.callback_setup && account.callback_address
            ? { address: account.callback_address, help: textOf(courier.callback_setup, language) }
            : null
        }
      />
      {account.is_connected && (
        // Not by the version: new keys or a test must not drop what is being typed.
        <PickupLocations key={JSON.stringify(account.pickup_locations)} courier={courier} account={account} />
      )}
      {account.is_connected && mayUpdate && <DisconnectButton account={account} name={name} onGone={onGone} />}
    </Stack>
  );
}

/** How parcels go to a courier without calls. */
function SheetSteps({ name, courier }: { name: string; courier: string }) {
  const t = useCourierAccountText();
  const mayOpen = useMayOpen('/couriers/$courier/pickups');
  const isolated = { name: `\u2068${name}\u2069` };
  return (
    <Alert color="blue" icon={<IconInfoCircle size={18} />} title={t('sheet.title', isolated)}>
      <ol className={classes.steps}>
        <li>{t('sheet.download')}</li>
        <li>{t('sheet.upload', isolated)}</li>
        <li>{t('sheet.tracking')}</li>
      </ol>
      {mayOpen && (
        <LinkAnchor
          to="/couriers/$courier/pickups"
          params={{ courier }}
          c="inherit"
          underline="always"
          size="sm"
          display="block"
          w="fit-content"
          mt={8}
        >
          {t('sheet.open')}
        </LinkAnchor>
      )}
    </Alert>
  );
}

function DisconnectButton({ account, name, onGone }: { account: CourierAccount; name: string; onGone: () => void }) {
  const t = useCourierAccountText();
  const s = useShared();
  const isolated = { name: `\u2068${name}\u2069` };
  const isUsed = useQuery(shippingQuery).data?.some((one) => one.provider === account.provider && one.is_active);
  const remove = useApiMutation({
    run: () => deleteAccount(account.provider),
    invalidates: [accountsKey],
    done: () => {
      toast.success(t('disconnect.done', isolated));
      onGone();
    },
  });
  const ask = async () => {
    const words = { title: t('disconnect.ask', isolated), text: t('disconnect.text'), confirm: t('disconnect') };
    const isConfirmed = await confirm({ ...words, cancel: s('back'), danger: true });
    if (isConfirmed) remove.mutate();
  };
  return (
    <div>
      <Button
        variant="subtle"
        color="red"
        ms={-12}
        px={12}
        loading={remove.isPending}
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => void ask()}
      >
        {t('disconnect')}
      </Button>
      {isUsed && (
        <Text size="xs" c="dimmed">
          {t('disconnect.hint')}
        </Text>
      )}
    </div>
  );
}
