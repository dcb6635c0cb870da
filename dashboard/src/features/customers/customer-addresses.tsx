import {
  ActionIcon,
  Button,
  Divider,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { AddressLines } from '@/modules/address/address-card';
import { CityField } from '@/modules/address/city-field';
import { countryChoices } from '@/modules/address/countries';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { LtrField } from '@/shared/forms/ltr-field';
import { PhoneField } from '@/shared/forms/phone-field';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan, useSession } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { LazyDrawer } from '@/shared/ui/lazy-overlay';
import { Section } from '@/shared/ui/page';
import { toast } from '@/shared/ui/toast';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { removeAddress, saveAddress, staleAfterChange, type CustomerAddress, type CustomerView } from './customers.api';
import { useCustomerText } from './i18n';

/** The customer's address book: the last 20 used. */
export function CustomerAddresses({ customer }: { customer: CustomerView }) {
  const t = useCustomerText();
  const s = useShared();
  const phone = usePhoneScreen();
  const mayUpdate = useCan('update', 'Customer');
  // null is closed, 'new' a fresh one.
  const [open, setOpen] = useState<CustomerAddress | 'new' | null>(null);
  const remove = useApiMutation({
    run: (address: string) => removeAddress(customer.id, address),
    invalidates: staleAfterChange,
  });
  return (
    <Section
      title={t('addresses', { count: customer.addresses.length })}
      actions={
        mayUpdate && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => setOpen('new')}
          >
            {t('address.add')}
          </Button>
        )
      }
    >
      {customer.addresses.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('noAddress')}
        </Text>
      ) : (
        <Stack gap={16}>
          {customer.addresses.map((address, index) => (
            <Fragment key={address.id}>
              {index > 0 && <Divider color="var(--line)" />}
              <div>
                <AddressLines
                  address={address}
                  showRecipient={address.name !== customer.name || address.mobile !== customer.mobile}
                />
                {mayUpdate && (
                  <Group gap={4} mt={4}>
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      leftSection={<IconPencil size={15} aria-hidden />}
                      onClick={() => setOpen(address)}
                    >
                      {s('edit')}
                    </Button>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={t('address.remove', { place: address.city })}
                      onClick={async () => {
                        const ask = { title: t('address.removeAsk'), text: t('address.removeText'), danger: true };
                        if (await confirm({ ...ask, confirm: s('delete') })) remove.mutate(address.id);
                      }}
                    >
                      <IconTrash size={15} />
                    </ActionIcon>
                  </Group>
                )}
              </div>
            </Fragment>
          ))}
        </Stack>
      )}
      <LazyDrawer
        opened={open !== null}
        onClose={() => setOpen(null)}
        position="right"
        size={phone ? '100%' : 520}
        title={
          <Text fw={600} fz={17}>
            {t(open === 'new' ? 'address.add' : 'address.edit')}
          </Text>
        }
        closeButtonProps={{ 'aria-label': s('close') }}
      >
        {open && (
          <AddressForm
            key={open === 'new' ? 'new' : open.id}
            customer={customer}
            address={open === 'new' ? null : open}
            onDone={() => setOpen(null)}
          />
        )}
      </LazyDrawer>
    </Section>
  );
}

interface AddressValues extends Record<string, unknown> {
  name: string;
  mobile: string;
  country: string;
  region: string;
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

function AddressForm({
  customer,
  address,
  onDone,
}: {
  customer: CustomerView;
  address: CustomerAddress | null;
  onDone: () => void;
}) {
  const t = useCustomerText();
  const s = useShared();
  const { language } = useLanguage();
  const home = useSession().store?.country ?? 'SA';
  const client = useQueryClient();
  const form = useApiForm<AddressValues>({
    initialValues: {
      name: address?.name ?? customer.name,
      mobile: address?.mobile ?? customer.mobile ?? '',
      country: address?.country ?? home,
      region: address?.region ?? '',
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
  const isSaudi = form.values.country === 'SA';
  const save = ({ lat, lng, ...words }: AddressValues) =>
    saveAddress(customer.id, address?.id ?? null, {
      ...words,
      short_address: isSaudi ? words.short_address : '',
      geo_location: lat || lng ? { lat, lng } : null,
    });
  return (
    <Form
      form={form}
      onSave={save}
      onSaved={() => {
        toast.success(s('saved'));
        void Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
        onDone();
      }}
    >
      <Stack gap={16}>
        <TextInput label={t('address.name')} required maxLength={100} {...form.getInputProps('name')} />
        <PhoneField
          label={t('address.mobile')}
          required
          value={form.values.mobile}
          onChange={(mobile) => form.setFieldValue('mobile', mobile)}
          error={form.errors.mobile}
          data-path="mobile"
        />
        <Select
          label={t('address.country')}
          searchable
          allowDeselect={false}
          data={countryChoices(language, [form.values.country, home])}
          {...form.getInputProps('country')}
        />
        {isSaudi && (
          <LtrField
            label={t('address.short')}
            description={t('address.shortText')}
            maxLength={12}
            {...form.getInputProps('short_address')}
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
          <CityField
            country={form.values.country}
            label={t('address.city')}
            required
            maxLength={100}
            {...form.getInputProps('city')}
          />
          <TextInput label={t('address.region')} maxLength={100} {...form.getInputProps('region')} />
          <TextInput label={t('address.district')} maxLength={100} {...form.getInputProps('district')} />
          <TextInput label={t('address.street')} maxLength={200} {...form.getInputProps('street')} />
          <TextInput label={t('address.building')} maxLength={100} {...form.getInputProps('building')} />
          <LtrField label={t('address.postal')} maxLength={12} {...form.getInputProps('postal_code')} />
        </SimpleGrid>
        <Textarea
          label={t('address.details')}
          description={t('address.detailsText')}
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('details')}
        />
        <SimpleGrid cols={2} spacing={16} data-path="geo_location">
          <LtrField label={t('address.lat')} inputMode="decimal" maxLength={12} {...form.getInputProps('lat')} />
          <LtrField label={t('address.lng')} inputMode="decimal" maxLength={12} {...form.getInputProps('lng')} />
        </SimpleGrid>
        {form.errors.geo_location && (
          <Text size="sm" c="var(--bad)" role="alert">
            {form.errors.geo_location}
          </Text>
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onDone} disabled={form.busy}>
            {s('cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {s('save')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
