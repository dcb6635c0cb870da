import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { useShippingName } from '@/modules/shipping/i18n';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useShared } from '@/shared/i18n/use-shared';
import { confirm } from '@/shared/ui/confirm';
import { StatusBadge } from '@/shared/ui/status-badge';
import { toast } from '@/shared/ui/toast';
import { toastOrderError } from '../../order-failure';
import { staleAfterChange, type OrderView } from '../../orders.api';
import { CourierSteps } from '../courier/courier-steps';
import { ParcelDisclosure } from '../parcel-disclosure';
import { ParcelGoods } from '../parcel-goods';
import { isolated } from '../shipments.model';
import classes from '../shipments.module.css';
import { useReturnParcelText } from './i18n';
import { ReturnParcelFacts } from './return-parcel-facts';
import { ReturnParcelMenu } from './return-parcel-menu';
import { badgesOf } from './return-parcels.model';
import { cancelReturnParcel, type ReturnParcel } from './return-parcels.api';

/** A return that a courier picks up: how far it is, its items and actions. */
export function ReturnParcelRow({
  parcel,
  order,
  mayUpdate,
  onReceive,
}: {
  parcel: ReturnParcel;
  order: OrderView;
  mayUpdate: boolean;
  onReceive: () => void;
}) {
  const t = useReturnParcelText();
  const s = useShared();
  const name = useShippingName();
  const cancel = useApiMutation({
    run: () => cancelReturnParcel(parcel.id),
    invalidates: staleAfterChange,
    done: () => toast.success(t('cancel.done')),
  });
  const callOff = async () => {
    const isConfirmed = await confirm({
      title: t('cancel.title', { number: isolated(parcel.number) }),
      text: t('cancel.text'),
      confirm: t('cancel'),
      cancel: s('back'),
      danger: true,
    });
    if (isConfirmed) cancel.mutate(undefined, { onError: toastOrderError });
  };
  const words = parcel.step_reason ?? parcel.courier_words;
  return (
    <li className={classes.shipment} data-quiet={parcel.state === 'cancelled' || undefined}>
      <div className={classes.head}>
        <span className={`${classes.number} num`}>#{parcel.number}</span>
        {badgesOf(parcel).map(({ tone, key }) => (
          <StatusBadge key={key} tone={tone}>
            {t(key)}
          </StatusBadge>
        ))}
        <div style={{ marginInlineStart: 'auto' }}>
          <ReturnParcelMenu
            parcel={parcel}
            courier={name(parcel.provider)}
            onCancel={mayUpdate ? callOff : undefined}
          />
        </div>
      </div>
      {parcel.reason && (
        <Text size="sm" c="var(--bad)" component="div" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {parcel.reason} {parcel.state === 'failed' && mayUpdate && t('retry')}
        </Text>
      )}
      {words && (
        <Text size="xs" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
          {t('words', { words: `\u2068${words}\u2069` })}
        </Text>
      )}
      <ParcelGoods lines={parcel.lines} order={order} />
      <ReturnParcelFacts parcel={parcel} courier={name(parcel.provider)} />
      {parcel.is_to_receive && (
        <Alert color="blue" icon={<IconPackage size={18} />} p={10}>
          <Group gap={12} justify="space-between">
            {t('arrived')}
            {mayUpdate && (
              <Button size="xs" onClick={onReceive}>
                {t('receive')}
              </Button>
            )}
          </Group>
        </Alert>
      )}
      {parcel.events.length > 0 && (
        <ParcelDisclosure label={t('updates')}>
          <CourierSteps label={t('updates')} steps={parcel.events} />
        </ParcelDisclosure>
      )}
    </li>
  );
}
