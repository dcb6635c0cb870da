import { Checkbox, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { OrderStatus } from '@/modules/status-badge/order-status';
import { formatNumber } from '@/shared/i18n/format';
import { useShipmentText } from '../shipments/i18n';
import type { OrderBatchAction } from './batches.api';
import { useOrderBatchText } from './i18n';

/** Order statuses that allow a shipment; the same list as on the server. */
const shippable: ReadonlySet<string> = new Set<OrderStatus>([
  'PEND',
  'PAID',
  'PRCS',
  'RDYS',
  'RDYP',
  'SDLV',
  'SHPD',
  'ODLV',
]);

const sizes = ['default', 'small', 'medium', 'large'] as const;

/** OR-06: waybill fields that all the shipments share; a tracking number belongs to each order, on its page. */
export default function ShipChoice({
  statuses,
  total,
  onChange,
}: {
  statuses: Readonly<Record<string, number>>;
  total: number;
  onChange: (action: OrderBatchAction) => void;
}) {
  const t = useOrderBatchText();
  const w = useShipmentText();
  const [values, setValues] = useState({
    courier_name: '',
    package_size: 'default' as (typeof sizes)[number],
    allow_open_box: false,
    note: '',
  });
  const put = (change: Partial<typeof values>) => {
    const next = { ...values, ...change };
    setValues(next);
    const { package_size, allow_open_box } = next;
    onChange({
      kind: 'ship',
      courier_name: next.courier_name.trim() || null,
      package_size: package_size === 'default' ? null : package_size,
      allow_open_box,
      note: next.note.trim() || null,
    });
  };
  const open = Object.entries(statuses).reduce(
    (sum, [status, count]) => (shippable.has(status) ? sum + count : sum),
    0,
  );
  return (
    <>
      <Text size="sm">{t('shipText')}</Text>
      {open < total && (
        <Text size="sm" c="dimmed">
          {t('shipOpen', { open: formatNumber(open), total: formatNumber(total) })}
        </Text>
      )}
      <TextInput
        label={w('courier')}
        placeholder={t('shipCourier')}
        maxLength={60}
        data-autofocus
        value={values.courier_name}
        onChange={(event) => put({ courier_name: event.currentTarget.value })}
      />
      <div>
        <Text size="sm" fw={500} mb={4} id="ship-size">
          {w('size')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="ship-size"
          data={sizes.map((value) => ({ value, label: w(`size.${value}`) }))}
          value={values.package_size}
          onChange={(value) => put({ package_size: value as (typeof sizes)[number] })}
        />
      </div>
      <Textarea
        label={w('note')}
        placeholder={w('notePlaceholder')}
        autosize
        minRows={2}
        maxRows={4}
        maxLength={300}
        value={values.note}
        onChange={(event) => put({ note: event.currentTarget.value })}
      />
      <Checkbox
        label={w('openBox')}
        checked={values.allow_open_box}
        onChange={(event) => put({ allow_open_box: event.currentTarget.checked })}
      />
      <Text size="sm" c="dimmed">
        {t('shipBack')}
      </Text>
    </>
  );
}
