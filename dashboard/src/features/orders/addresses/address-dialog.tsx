import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { Address } from '@/modules/address/address';
import { CityField } from '@/modules/address/city-field';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { LtrField } from '@/shared/forms/ltr-field';
import { PhoneField } from '@/shared/forms/phone-field';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useShared } from '@/shared/i18n/use-shared';
import { useSession } from '@/shared/session/session';
import { Dialog } from '@/shared/ui/dialog';
import { toast } from '@/shared/ui/toast';
import { sendWithFieldErrors } from '../money/send-with-field-errors';
import { orderName } from '../order-name';
import { staleAfterChange } from '../orders.api';
import { saveAddress, type AddressChange } from './addresses.api';
import { useAddressGateText } from './i18n';

interface Values extends Record<string, unknown> {
  name: string;
  mobile: string;
  city: string;
  district: string;
  street: string;
  building: string;
  short_address: string;
  postal_code: string;
  details: string;
  lat: string;
  lng: string;
}

/** Where one order goes, and nothing else of it. */
export default function AddressDialog({
  order,
  onClose,
}: {
  order: { id: string; number: number; name: string; mobile: string; address: Address | null; version: number };
  onClose: () => void;
}) {
  const t = useAddressGateText();
  const s = useShared();
  const home = useSession().store?.country ?? 'SA';
  const { address } = order;
  const country = address?.country || home;
  const isSaudi = country === 'SA';
  const save = useApiMutation({
    run: (body: AddressChange) => saveAddress(order.id, body),
    invalidates: staleAfterChange,
  });
  const form = useApiForm<Values>({
    stripPrefix: 'address',
    initialValues: {
      name: address?.name ?? order.name,
      mobile: address?.mobile ?? order.mobile,
      city: address?.city ?? '',
      district: address?.district ?? '',
      street: address?.street ?? '',
      building: address?.building ?? '',
      short_address: address?.short_address ?? '',
      postal_code: address?.postal_code ?? '',
      details: address?.details ?? '',
      lat: address?.geo_location?.lat ?? '',
      lng: address?.geo_location?.lng ?? '',
    },
    validate: { name: required(), mobile: required(), city: required() },
  });
  const send = async ({ lat, lng, ...words }: Values) => {
    const place = lat || lng ? { lat, lng } : null;
    const body = { ...words, country, region: address?.region ?? '', geo_location: place };
    const next = await save.mutateAsync({ address: body, version: order.version });
    toast.success(t(next.state === 'held' ? 'edit.stillHeld' : 'edit.done'));
  };
  return (
    <Dialog title={t('edit.title', { number: orderName(order.number) })} size={620} tall onClose={onClose}>
      <Form form={form} onSave={(values) => sendWithFieldErrors(onClose, () => send(values))} onSaved={onClose}>
        <Stack gap={16}>
          {isSaudi && (
            <LtrField
              label={t('field.short')}
              description={t('field.shortText')}
              maxLength={12}
              {...form.getInputProps('short_address')}
            />
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
            <CityField
              country={country}
              label={t('field.city')}
              required
              maxLength={100}
              {...form.getInputProps('city')}
            />
            <TextInput label={t('field.district')} maxLength={100} {...form.getInputProps('district')} />
            <TextInput label={t('field.street')} maxLength={200} {...form.getInputProps('street')} />
            <TextInput label={t('field.building')} maxLength={100} {...form.getInputProps('building')} />
          </SimpleGrid>
          <TextInput label={t('field.details')} maxLength={500} {...form.getInputProps('details')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
            <TextInput label={t('field.name')} required maxLength={100} {...form.getInputProps('name')} />
            <PhoneField
              label={t('field.mobile')}
              required
              value={form.values.mobile}
              onChange={(mobile) => form.setFieldValue('mobile', mobile)}
              error={form.errors.mobile}
              data-path="mobile"
            />
          </SimpleGrid>
          <SimpleGrid cols={{ base: 2, xs: 3 }} spacing={16} data-path="geo_location">
            <LtrField label={t('field.postal')} maxLength={12} {...form.getInputProps('postal_code')} />
            <LtrField label={t('field.lat')} inputMode="decimal" maxLength={12} {...form.getInputProps('lat')} />
            <LtrField label={t('field.lng')} inputMode="decimal" maxLength={12} {...form.getInputProps('lng')} />
          </SimpleGrid>
          {form.errors.geo_location && (
            <Text size="sm" c="var(--bad)" role="alert">
              {form.errors.geo_location}
            </Text>
          )}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose} disabled={form.busy}>
              {s('cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {s('save')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}
