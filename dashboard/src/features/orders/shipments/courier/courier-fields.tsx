import { Button, Text, TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import { addressLines } from '@/modules/address/address';
import { MoneyField } from '@/shared/forms/money-field';
import { PhoneField } from '@/shared/forms/phone-field';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { lazyDialog } from '@/shared/ui/lazy-part';
import type { OrderView } from '../../orders.api';
import classes from '../shipments.module.css';
import type { WaybillValues } from '../waybill-values';
import { useCourierShipmentText } from './i18n';
import { isolatedLines } from './isolated-lines';

const AddressDialog = lazyDialog(() => import('../../addresses/address-dialog'));

/** OR-06: what a courier of the program is told besides the parcel. */
export function CourierFields({ form, order }: { form: ApiForm<WaybillValues>; order: OrderView }) {
  const t = useCourierShipmentText();
  const { values } = form;
  return (
    <>
      <div className={classes.pair}>
        <PhoneField
          label={t('second_phone')}
          description={t('second_phoneHint')}
          {...form.getInputProps('waybill.second_phone')}
          value={values.waybill.second_phone}
        />
        <MoneyField
          label={t('declared_value')}
          description={t('declared_valueHint')}
          currency={order.currency}
          {...form.getInputProps('waybill.declared_value')}
          value={values.waybill.declared_value}
        />
      </div>
      <TextInput
        label={t('description')}
        description={t('descriptionHint')}
        maxLength={250}
        {...form.getInputProps('waybill.description')}
      />
    </>
  );
}

/** Where the order is brought, with what the courier would refuse of it, and a way to correct it. */
export function RecipientAddress({ form, order }: { form: ApiForm<WaybillValues>; order: OrderView }) {
  const t = useCourierShipmentText();
  const { language } = useLanguage();
  const [isEditing, setIsEditing] = useState(false);
  const { address } = order;
  const { values } = form;
  const faults = Object.entries(form.errors).filter(([path, message]) => path.startsWith('address.') && message);
  const close = () => {
    setIsEditing(false);
    for (const [path] of faults) form.clearFieldError(path);
  };
  return (
    <div className={classes.recipient} data-translated="address" data-wrong={faults.length > 0 || undefined}>
      <div>
        <Text size="sm" fw={500}>
          {t('address')}
        </Text>
        <Text size="sm" component="div" c="dimmed">
          {address ? (
            <>
              <bdi>{address.name}</bdi> · <span className="num">{address.mobile}</span>
              <br />
              {isolatedLines(addressLines(address, language))}
            </>
          ) : (
            t('address.none')
          )}
        </Text>
        {faults.map(([path, message]) => (
          <Text key={path} size="sm" c="var(--bad)" role="alert">
            {message}
          </Text>
        ))}
      </div>
      <Button variant="default" size="xs" onClick={() => setIsEditing(true)}>
        {t('address.edit')}
      </Button>
      {isEditing && (
        <Suspense fallback={null}>
          <AddressDialog
            order={{
              id: order.id,
              number: order.number,
              name: order.customer_name,
              mobile: order.mobile,
              address,
              version: order.version,
            }}
            courier={values.provider}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}
