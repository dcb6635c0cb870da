import { ActionIcon, Button, Divider, Group, Loader, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { Fragment, Suspense, useState } from 'react';
import { AddressLines } from '@/modules/address/address-card';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { LazyDrawer } from '@/shared/ui/lazy-overlay';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Section } from '@/shared/ui/page';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { removeAddress, staleAfterChange, type CustomerAddress, type CustomerView } from './customers.api';
import { useCustomerText } from './i18n';

// Its countries and its number's are for those who write one.
const AddressForm = lazyPart(() => import('./customer-address-form'));

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
          <Suspense fallback={<Loader size="sm" />}>
            <AddressForm
              key={open === 'new' ? 'new' : open.id}
              customer={customer}
              address={open === 'new' ? null : open}
              onDone={() => setOpen(null)}
            />
          </Suspense>
        )}
      </LazyDrawer>
    </Section>
  );
}
