import { SegmentedControl, Select, Textarea, TextInput, Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DateField } from '@/shared/forms/date-field';
import { DialogFormBody } from '@/shared/forms/dialog-form-body';
import { PhoneField } from '@/shared/forms/phone-field';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan, useSession } from '@/shared/session/session';
import { DetailPage } from '@/shared/ui/page';
import { RoutedDrawer } from '@/shared/ui/routed-drawer';
import { usePickupText } from './i18n';
import { ParcelChoice } from './parcel-choice';
import {
  pickupsKey,
  pickupsQuery,
  storePhoneQuery,
  requestPickup,
  readyQuery,
  warehousesQuery,
  type Pickup,
  type PickupIn,
  type ReadyShipment,
} from './pickups.api';
import { isDayOff, openShipments, ofWarehouse, pickupDays } from './pickups.model';

/** SP-02: asks a courier to fetch parcels, in a drawer over its pickups. */
export function RequestDrawer() {
  const t = usePickupText();
  const { courier } = useParams({ from: '/couriers/$courier/pickups/new' });
  const waiting = useQuery(readyQuery(courier));
  const places = useQuery(warehousesQuery);
  const recent = useQuery(pickupsQuery(courier, 1));
  // Who may not read the settings, and a failure to, leave the field to be filled in.
  const phone = useQuery({ ...storePhoneQuery, enabled: useCan('read', 'Setting') });
  const query = {
    data:
      waiting.data && places.data && recent.data && !phone.isLoading
        ? { waiting: waiting.data, places: places.data, recent: recent.data.pickups }
        : undefined,
    error: waiting.error ?? places.error ?? recent.error,
    refetch: () => Promise.all([waiting.refetch(), places.refetch(), recent.refetch()]),
  };
  return (
    <RoutedDrawer title={t('request')} closeTo={{ to: '/couriers/$courier/pickups', params: { courier } }}>
      {(close) => (
        <DetailPage query={query}>
          {({ waiting: { shipments, has_more }, places: all, recent: pickups }) => (
            <RequestForm
              courier={courier}
              shipments={shipments}
              hasMore={has_more}
              places={all.filter((place) => place.is_active)}
              recent={pickups}
              storePhone={phone.data ?? ''}
              onDone={close}
            />
          )}
        </DetailPage>
      )}
    </RoutedDrawer>
  );
}

interface Values {
  date: string | null;
  slot: 'any' | 'morning' | 'afternoon';
  warehouse: string;
  contact: { name: string; phone: string };
  note: string;
  /** Shipments of the warehouse that stay. */
  left: string[];
}

type Place = { id: string; name: { ar?: string | null; en?: string | null }; is_main: boolean };

function RequestForm({
  courier,
  shipments,
  hasMore,
  places,
  recent,
  storePhone,
  onDone,
}: {
  courier: string;
  shipments: readonly ReadyShipment[];
  hasMore: boolean;
  places: readonly Place[];
  /** The latest pickups: whom the courier called last is proposed. */
  recent: readonly Pickup[];
  /** Empty where the store has none. */
  storePhone: string;
  onDone: () => void;
}) {
  const t = usePickupText();
  const { language } = useLanguage();
  const { store, user } = useSession();
  const [days] = useState(() => pickupDays(new Date(), store?.timezone));
  const last = recent[0]?.contact;
  // What an earlier pickup takes stays, unless it is chosen.
  const taken = openShipments(recent);
  const form = useApiForm<Values>({
    mode: 'controlled',
    initialValues: {
      date: days.usual,
      slot: 'any',
      warehouse:
        (places.find((place) => shipments.some(({ warehouse }) => warehouse === place.id)) ?? places[0])?.id ?? '',
      contact: { name: last?.name ?? user?.name ?? '', phone: last?.phone ?? storePhone },
      note: '',
      left: [...taken.keys()],
    },
    validate: { date: required(), contact: { name: required(), phone: required() } },
  });
  const { values } = form;
  const own = ofWarehouse(shipments, values.warehouse, new Set(values.left));
  const request = useApiMutation({
    run: (body: PickupIn) => requestPickup(courier, body),
    invalidates: [pickupsKey(courier)],
  });
  return (
    <DialogFormBody
      form={form}
      guard
      submit={t('request.submit', { count: own.chosen.length })}
      isDisabled={own.chosen.length === 0}
      done={t('request.done')}
      onSave={({ date, slot, warehouse, contact, note }) =>
        request.mutateAsync({
          date: date ?? '',
          slot: slot === 'any' ? null : slot,
          warehouse,
          contact,
          note: note.trim() || null,
          shipments: own.chosen,
        })
      }
      onClose={onDone}
    >
      <DateField
        label={t('date')}
        required
        minDate={days.first}
        maxDate={days.last}
        excludeDate={isDayOff}
        data-autofocus
        {...form.getInputProps('date')}
      />
      <Input.Wrapper label={t('slot')} component="div">
        <SegmentedControl
          fullWidth
          aria-label={t('slot')}
          mt={4}
          data={(['any', 'morning', 'afternoon'] as const).map((value) => ({ value, label: t(`slot.${value}`) }))}
          {...form.getInputProps('slot')}
        />
      </Input.Wrapper>
      {places.length > 1 && (
        <Select
          label={t('warehouse')}
          allowDeselect={false}
          data={places.map((place) => ({ value: place.id, label: textOf(place.name, language) }))}
          {...form.getInputProps('warehouse')}
        />
      )}
      <ParcelChoice
        rows={own.rows}
        left={values.left}
        taken={taken}
        hasMore={hasMore}
        error={form.errors.shipments}
        onChange={(left) => form.setFieldValue('left', left)}
      />
      <TextInput label={t('contact.name')} required maxLength={100} {...form.getInputProps('contact.name')} />
      <PhoneField
        label={t('contact.phone')}
        required
        {...form.getInputProps('contact.phone')}
        value={values.contact.phone}
      />
      <Textarea label={t('note')} autosize minRows={2} maxRows={4} maxLength={200} {...form.getInputProps('note')} />
    </DialogFormBody>
  );
}
