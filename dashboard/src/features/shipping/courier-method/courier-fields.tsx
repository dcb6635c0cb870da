import { Alert, Select, Switch } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { accountsQuery, type Courier } from '@/modules/couriers/couriers.api';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { useShippingText } from '../i18n';
import { useMarketFault } from '../market';
import type { ShippingValues } from '../shipping.model';
import { useCourierMethodText } from './i18n';

/** The sizes of a parcel that a method may begin with. */
export const parcelSizes = ['small', 'medium', 'large'] as const;

/** Why a method of a courier cannot be offered: the courier does not work for the store, or is not connected yet. */
export function NotOffered({ courier }: { courier: Courier }) {
  const s = useShippingText();
  const t = useCourierMethodText();
  const { language } = useLanguage();
  const accounts = useQuery(accountsQuery).data;
  const fault = useMarketFault()(courier);
  if (fault)
    return (
      <Alert color="yellow" icon={<IconPlugConnectedX size={18} />} title={s(`market.${fault}`)}>
        {s('market.text')}
      </Alert>
    );
  if (!accounts || accounts.some((one) => one.provider === courier.provider && one.is_connected)) return null;
  const name = `\u2068${textOf(courier.name, language)}\u2069`;
  return (
    <Alert color="yellow" icon={<IconPlugConnectedX size={18} />}>
      {t('notConnected', { courier: name })}
      <LinkAnchor
        to="/shipping-settings/couriers/$courier"
        params={{ courier: courier.provider }}
        c="inherit"
        underline="always"
        size="sm"
        display="block"
        w="fit-content"
        mt={6}
      >
        {t('connect', { courier: name })}
      </LinkAnchor>
    </Alert>
  );
}

/** What a method of a courier has besides its price: who names the price, the courier's name, and the usual parcel. */
export function CourierFields({ form, courier }: { form: ApiForm<ShippingValues>; courier: Courier }) {
  const t = useCourierMethodText();
  const { capabilities } = courier;
  return (
    <>
      {capabilities.has_rates && (
        <Switch
          label={t('courierRates')}
          description={t('courierRatesHint')}
          {...form.getInputProps('is_courier_controls_rates', { type: 'checkbox' })}
        />
      )}
      <Select
        label={t('size')}
        description={t('sizeHint')}
        allowDeselect={false}
        data={parcelSizes
          .filter((size) => capabilities.sizes.includes(size))
          .map((value) => ({ value, label: t(`size.${value}`) }))}
        {...form.getInputProps('package_size')}
      />
    </>
  );
}
