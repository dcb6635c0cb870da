import { ActionIcon, Button, Divider, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { AddressLines } from '@/modules/address/address-card';
import { AddressFields } from '@/modules/address/address-fields';
import { pinnedBody, pinnedValues, type PinnedValues } from '@/modules/address/address-values';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogFormBody } from '@/shared/forms/dialog-form-body';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan, useSession } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { LazyDrawer } from '@/shared/ui/lazy-overlay';
import { Section } from '@/shared/ui/page';
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

function AddressForm({
  customer,
  address,
  onDone,
}: {
  customer: CustomerView;
  address: CustomerAddress | null;
  onDone: () => void;
}) {
  const home = useSession().store?.country ?? 'SA';
  const client = useQueryClient();
  const form = useApiForm<PinnedValues>({
    initialValues: pinnedValues(
      address ?? { name: customer.name, mobile: customer.mobile ?? undefined, country: home },
    ),
    validate: { name: required(), mobile: required(), city: required() },
  });
  return (
    <DialogFormBody
      form={form}
      guard
      onSave={async (values) => {
        await saveAddress(customer.id, address?.id ?? null, pinnedBody(values));
        void Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
      }}
      onClose={onDone}
    >
      <AddressFields form={form} values={form.values} hasCountry hasPin />
    </DialogFormBody>
  );
}
