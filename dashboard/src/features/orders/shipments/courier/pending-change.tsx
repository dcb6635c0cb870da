import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { addressLines } from '@/modules/address/address';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage, type Language } from '@/shared/i18n/language';
import type { OrderView } from '../../orders.api';
import type { Shipment } from '../shipments.api';
import classes from '../shipments.module.css';
import { useCourierShipmentText } from './i18n';
import { isolatedLines } from './isolated-lines';

type Change = NonNullable<Shipment['pending_change']>;

/** What the courier was asked to change and has not confirmed: the shipment itself stays as it is until then. */
export default function PendingChange({ change, currency }: { change: Change; currency: OrderView['currency'] }) {
  const t = useCourierShipmentText();
  const { language } = useLanguage();
  return (
    <Alert
      color={change.is_failed ? 'red' : 'yellow'}
      icon={change.is_failed ? <IconAlertTriangle size={18} /> : <IconClock size={18} />}
      role="status"
    >
      <Text size="sm" fw={600}>
        {t(change.is_failed ? 'change.failed' : 'change')}
      </Text>
      <ul className={classes.changes}>
        {changedParts(change, currency, language, t).map((text) => (
          <li key={text}>
            <bdi style={{ overflowWrap: 'anywhere' }}>{text}</bdi>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function changedParts(
  { cod_amount, note, allow_open_box, address }: Change,
  currency: OrderView['currency'],
  language: Language,
  t: ReturnType<typeof useCourierShipmentText>,
): string[] {
  const cash = cod_amount !== null && Number(cod_amount) === 0;
  return [
    cod_amount !== null &&
      (cash ? t('change.noCod') : t('change.cod', { amount: formatMoney(cod_amount, currency, language) })),
    allow_open_box !== null && t(allow_open_box ? 'change.open' : 'change.noOpen'),
    note !== null && t('change.note', { note: `\u2068${note || '—'}\u2069` }),
    address !== null && t('change.address', { address: isolatedLines(addressLines(address, language)) }),
  ].filter((part) => part !== false);
}
