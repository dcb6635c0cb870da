import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addressText } from '@/modules/address/address';
import { AddressFields } from '@/modules/address/address-fields';
import { MoneyField } from '@/shared/forms/money-field';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { Money } from '@/shared/ui/money';
import { Section } from '@/shared/ui/page';
import { addressValues } from '../edit/edit.model';
import { customers, type DraftPreview } from './draft.api';
import { isBegun, isZero, type DraftValues } from './draft.model';
import { useOrderDraftText } from './i18n';
import classes from './draft.module.css';

/** Address and shipping method: those offered for this address and these products. */
export function DraftShipping({
  form,
  preview,
  currency,
}: {
  form: ApiForm<DraftValues>;
  preview: DraftPreview | undefined;
  currency: string;
}) {
  const t = useOrderDraftText();
  const { language } = useLanguage();
  const { address, shipping_method_id: chosen } = form.values;
  const options = preview?.shipping_options ?? [];
  const provider = options.find((option) => option.id === chosen)?.provider;
  const unneeded = preview !== undefined && preview.lines.length > 0 && !preview.requires_shipping;
  return (
    <Section
      title={t('shipping')}
      actions={
        address ? (
          <Button variant="subtle" color="gray" size="xs" onClick={() => form.setFieldValue('address', null)}>
            {t('shipping.withoutAddress')}
          </Button>
        ) : (
          <Button
            variant="default"
            size="xs"
            data-path="address"
            onClick={() =>
              form.setFieldValue(
                'address',
                addressValues({ name: form.values.customer?.name, mobile: form.values.customer?.mobile }),
              )
            }
          >
            {t('shipping.withAddress')}
          </Button>
        )
      }
    >
      <Stack gap={18}>
        {form.errors.address && (
          <Text size="sm" c="red" role="alert">
            {form.errors.address}
          </Text>
        )}
        {!address && <KnownAddresses form={form} />}
        {address && (
          <AddressFields form={form} pathPrefix="address" values={address} isStreetRequired courier={provider} />
        )}
        {options.length > 0 ? (
          <Radio.Group
            label={t('shipping.method')}
            data-path="shipping_method_id"
            error={form.errors.shipping_method_id}
            value={chosen ?? ''}
            onChange={(id) => {
              form.setFieldValue('shipping_method_id', id);
              form.setFieldValue('shipping_fees', '');
            }}
          >
            <Stack gap={10} mt={8}>
              {options.map((option) => (
                <Radio
                  key={option.id}
                  value={option.id}
                  label={
                    <span className={classes.method}>
                      <bdi>{textOf(option.name, language)}</bdi>
                      <Text size="sm" c="dimmed" component="span">
                        {isZero(option.cost) ? t('free') : <Money amount={option.cost} currency={currency} />}
                      </Text>
                    </span>
                  }
                />
              ))}
            </Stack>
          </Radio.Group>
        ) : (
          <Text size="sm" c={form.errors.shipping_method_id ? 'red' : 'dimmed'} data-path="shipping_method_id">
            {form.errors.shipping_method_id ??
              t(address && isBegun(address) ? 'shipping.none' : 'shipping.addressFirst')}
          </Text>
        )}
        {unneeded && (
          <Text size="sm" c="dimmed">
            {t('shipping.notNeeded')}
          </Text>
        )}
        {chosen && provider !== 'PICKUP' && (
          <MoneyField
            label={t('shipping.fee')}
            description={t('shipping.feeText')}
            currency={currency}
            maw={260}
            {...form.getInputProps('shipping_fees')}
            value={form.values.shipping_fees}
          />
        )}
      </Stack>
    </Section>
  );
}

/** The customer's address book, the last used first. */
function KnownAddresses({ form }: { form: ApiForm<DraftValues> }) {
  const t = useOrderDraftText();
  const { language } = useLanguage();
  const { customer } = form.values;
  const mayRead = useCan('read', 'Customer');
  const known = useQuery({ ...customers.findQuery(customer?.id ?? ''), enabled: mayRead && customer !== null }).data;
  const addresses = customer ? (known?.addresses ?? []).slice(0, 3) : [];
  if (addresses.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={500} mb={6}>
        {t('shipping.known')}
      </Text>
      <Group gap={8}>
        {addresses.map((address) => (
          <Button
            key={address.id}
            variant="default"
            size="xs"
            className={classes.known}
            onClick={() => form.setFieldValue('address', addressValues(address))}
          >
            <bdi>{addressText(address, language).split('\n').slice(1, 3).join(' · ') || address.city}</bdi>
          </Button>
        ))}
      </Group>
    </div>
  );
}
