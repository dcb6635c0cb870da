import { Alert, Button, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type CourierAccount, type Courier } from '@/modules/couriers/couriers.api';
import { isApiError } from '@/shared/api/error';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { useApiForm, type ApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { toast } from '@/shared/ui/toast';
import { accountsKey, pickupLocationsQuery, savePickupLocations, warehousesQuery } from './accounts.api';
import classes from './accounts.module.css';
import { useCourierAccountText } from './i18n';

interface Values {
  pickup_locations: Record<string, string>;
}

/** Where the courier fetches the parcels of each warehouse: chosen of the courier's places, or named as in its portal. */
export function PickupLocations({ courier, account }: { courier: Courier; account: CourierAccount }) {
  const t = useCourierAccountText();
  const s = useShared();
  const { language } = useLanguage();
  const mayUpdate = useCan('update', 'Shipping');
  const warehouses = useQuery(warehousesQuery).data?.filter((place) => place.is_active) ?? [];
  const hasList = courier.capabilities.booking === 'http';
  const form = useApiForm<Values>({ initialValues: { pickup_locations: account.pickup_locations } });
  const save = useApiMutation({
    run: ({ pickup_locations }: Values) => savePickupLocations(account, filled(pickup_locations)),
    invalidates: [accountsKey],
  });
  if (warehouses.length === 0) return null;
  return (
    <section className={classes.card}>
      <Title order={3} size="h4">
        {t('places')}
      </Title>
      <Text size="sm" c="dimmed" mt={2} mb={14}>
        {t(hasList ? 'places.text' : 'places.sheetText')}
      </Text>
      <Form
        form={form}
        label={t('places')}
        onSave={(values) => save.mutateAsync(values)}
        onSaved={() => toast.success(s('saved'))}
      >
        <Stack gap={16}>
          {hasList ? (
            <ListedPlaces courier={courier} form={form} warehouses={warehouses} isReadOnly={!mayUpdate} />
          ) : (
            warehouses.map((place) => (
              <TextInput
                key={place.id}
                label={textOf(place.name, language)}
                maxLength={60}
                disabled={!mayUpdate}
                {...form.getInputProps(`pickup_locations.${place.id}`)}
              />
            ))
          )}
          {mayUpdate && form.isDirty() && (
            <Button type="submit" ms="auto" loading={form.busy}>
              {s('save')}
            </Button>
          )}
        </Stack>
      </Form>
    </section>
  );
}

/** A choice of the courier's places for each warehouse. */
function ListedPlaces({
  courier,
  form,
  warehouses,
  isReadOnly,
}: {
  courier: Courier;
  form: ApiForm<Values>;
  warehouses: { id: string; name: { ar?: string | null; en?: string | null } }[];
  isReadOnly: boolean;
}) {
  const t = useCourierAccountText();
  const s = useShared();
  const { language } = useLanguage();
  const query = useQuery(pickupLocationsQuery(courier.provider));
  if (query.error)
    return (
      <Alert color="yellow">
        <Stack gap={8} align="flex-start">
          {isApiError(query.error) && query.error.message ? query.error.message : t('places.failed')}
          <Button size="xs" variant="default" onClick={() => void query.refetch()}>
            {s('tryAgain')}
          </Button>
        </Stack>
      </Alert>
    );
  const usual = query.data?.find((one) => one.is_default);
  const data = query.data?.map((one) => ({
    value: one.id,
    label: [one.name, one.city].filter(Boolean).join(' · '),
  }));
  return warehouses.map((place) => {
    const path = `pickup_locations.${place.id}`;
    return (
      <Select
        key={place.id}
        label={textOf(place.name, language)}
        placeholder={usual ? t('places.defaultOf', { name: `\u2068${usual.name}\u2069` }) : t('places.default')}
        data={data ?? []}
        disabled={isReadOnly || !data}
        clearable
        clearButtonProps={{ 'aria-label': s('clear') }}
        nothingFoundMessage={t('places.none')}
        {...form.getInputProps(path)}
        value={form.values.pickup_locations[place.id] ?? null}
        onChange={(next) => form.setFieldValue(path, next ?? '')}
      />
    );
  });
}

/** Without warehouses that are left to the account's default. */
const filled = (places: Record<string, string>) =>
  Object.fromEntries(Object.entries(places).filter(([, id]) => id.trim() !== ''));
