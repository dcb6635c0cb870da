import { ActionIcon, Alert, Anchor, Box, Button, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronDown,
  IconCopy,
  IconDots,
  IconExternalLink,
  IconPackage,
  IconPencil,
  IconPrinter,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { printFile, slipFile } from '@/modules/documents/documents.api';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { formatMoney, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { confirm } from '@/shared/ui/confirm';
import { copyText } from '@/shared/ui/copy';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { Section } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import { tellOrderFailure } from '../order-failure';
import { staleAfterChange, type OrderView } from '../orders.api';
import { useShipmentText } from './i18n';
import {
  fulfilmentQuery,
  moveShipment,
  printLabel,
  retryBooking,
  type Shipment,
  type ShipmentStatusIn,
} from './shipments.api';
import { isOrdersStep, nextOf, shipmentTones, whereabouts } from './shipments.model';
import classes from './shipments.module.css';

const WaybillDialog = lazyDialog(() => import('./waybill-dialog'));
const PickupDialog = lazyDialog(() => import('./pickup-dialog'));

const isolated = (number: string) => `\u2066#${number}\u2069`;

/** OR-06: the shipments of an order, how far each is, and what is left to ship. */
export function ShipmentsCard({ order, mayUpdate }: { order: OrderView; mayUpdate: boolean }) {
  const t = useShipmentText();
  const known = useQuery({ ...fulfilmentQuery(order.id), enabled: order.status !== 'DRFT' }).data;
  const [open, setOpen] = useState<{ what: 'create' | 'edit' | 'pickup'; shipment?: Shipment } | null>(null);
  const { language } = useLanguage();
  const canShip = mayUpdate && Boolean(known?.can_ship);
  // An order that went without shipments, or never will, has nothing to say here.
  if (!known || (known.shipments.length === 0 && !canShip)) return null;
  const sums = whereabouts(known);
  return (
    <Section
      title={t('title')}
      text={sums.length > 0 ? sums.map(({ place, count }) => t(`sum.${place}`, { count })).join(' · ') : t('empty')}
      actions={
        known.state !== 'unshipped' && (
          <StatusBadge tone={known.state === 'shipped' ? 'green' : 'amber'}>{t(`state.${known.state}`)}</StatusBadge>
        )
      }
    >
      {known.cash.differs && (
        <Alert color="yellow" mb={14} icon={<IconAlertTriangle size={18} />}>
          <Text size="sm" fw={600} mb={4}>
            {t('cash.title')}
          </Text>
          {t('cash.text', {
            collecting: formatMoney(known.cash.collecting, order.currency, language),
            due: formatMoney(known.cash.due, order.currency, language),
          })}
        </Alert>
      )}
      <ol className={classes.list}>
        {known.shipments.map((shipment) => (
          <Parcel
            key={shipment.id}
            shipment={shipment}
            order={order}
            steps={mayUpdate ? shipment.next_statuses.filter((status) => !isOrdersStep(status, order, known)) : []}
            mayUpdate={mayUpdate}
            onEdit={() => setOpen({ what: 'edit', shipment })}
            onPickup={() => setOpen({ what: 'pickup', shipment })}
          />
        ))}
      </ol>
      {canShip && known.pieces.came_back > 0 && (
        <Text size="sm" c="dimmed" mt={14}>
          {t('cameBack.text')}
        </Text>
      )}
      {canShip && (
        <Button
          mt={known.shipments.length > 0 ? 14 : 0}
          variant="default"
          leftSection={<IconTruckDelivery size={17} aria-hidden />}
          onClick={() => setOpen({ what: 'create' })}
        >
          {t('create')}
        </Button>
      )}
      <Suspense>
        {open?.what === 'pickup' && open.shipment && (
          <PickupDialog shipment={open.shipment} onClose={() => setOpen(null)} />
        )}
        {(open?.what === 'create' || open?.what === 'edit') && (
          <WaybillDialog order={order} known={known} shipment={open.shipment} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </Section>
  );
}

function Parcel({
  shipment,
  order,
  steps,
  mayUpdate,
  onEdit,
  onPickup,
}: {
  shipment: Shipment;
  order: OrderView;
  /** Where it may go from here; what the order's own control does is not among them. */
  steps: Shipment['next_statuses'];
  mayUpdate: boolean;
  onEdit: () => void;
  onPickup: () => void;
}) {
  const t = useShipmentText();
  const { language } = useLanguage();
  const [told, setTold] = useState(false);
  const name = isolated(shipment.number);
  const move = useApiMutation({
    run: (body: ShipmentStatusIn) => moveShipment(shipment.id, { ...body, version: shipment.version }),
    invalidates: staleAfterChange,
    done: () => toast.success(t('moved')),
  });
  const book = useApiMutation({
    run: () => retryBooking(shipment.id),
    invalidates: staleAfterChange,
    done: () => toast.success(t('booking.asked')),
  });
  const go = async (status: ShipmentStatusIn['status']) => {
    if (status === 'delivered' && shipment.provider === 'PICKUP') {
      onPickup();
      return;
    }
    if (
      status === 'cancelled' &&
      !(await confirm({
        title: t('cancel.title', { number: name }),
        text: t('cancel.text'),
        confirm: t('go.cancelled'),
        danger: true,
      }))
    ) {
      return;
    }
    move.mutate({ status }, { onError: tellOrderFailure });
  };
  const print = (work: Promise<void>) => void work.catch(() => undefined);
  const primary = nextOf({ next_statuses: steps });
  const others = steps.filter((status) => status !== primary && status !== 'cancelled');
  const over = shipment.status === 'cancelled';
  const itemOf = (line: number) => order.items.find((item) => item.line === line);
  return (
    <li className={classes.shipment} data-quiet={over || undefined}>
      <div className={classes.head}>
        <span className={`${classes.number} num`}>#{shipment.number}</span>
        <StatusBadge tone={shipmentTones[shipment.status]}>{t(`status.${shipment.status}`)}</StatusBadge>
        {!over && shipment.booking.state === 'waiting' && (
          <StatusBadge tone="amber">{t('booking.waiting')}</StatusBadge>
        )}
        {!over && shipment.booking.state === 'failed' && <StatusBadge tone="red">{t('booking.failed')}</StatusBadge>}
        {!over && (
          <div className={classes.acts}>
            {mayUpdate && shipment.booking.state === 'failed' && (
              <Button
                size="xs"
                variant="default"
                loading={book.isPending}
                onClick={() => book.mutate(undefined, { onError: tellOrderFailure })}
              >
                {t('booking.retry')}
              </Button>
            )}
            {primary && (
              <Button size="xs" variant="default" loading={move.isPending} onClick={() => void go(primary)}>
                {t(`go.${primary as 'shipped'}`)}
              </Button>
            )}
            <Menu position="bottom-end" width={240}>
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" aria-label={t('actions', { number: name })}>
                  <IconDots size={18} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {others.map((status) => (
                  <Menu.Item
                    key={status}
                    leftSection={<IconTruckDelivery size={16} aria-hidden />}
                    onClick={() => void go(status)}
                  >
                    {t(`go.${status as 'shipped'}`)}
                  </Menu.Item>
                ))}
                {others.length > 0 && <Menu.Divider />}
                {(['a6', '100x150'] as const).map((paper) => (
                  <Menu.Item
                    key={paper}
                    leftSection={<IconPrinter size={16} aria-hidden />}
                    onClick={() => print(printLabel(shipment.id, paper))}
                  >
                    {t(`label.${paper}`)}
                  </Menu.Item>
                ))}
                <Menu.Item
                  leftSection={<IconPackage size={16} aria-hidden />}
                  onClick={() => print(printFile(slipFile(order.id, {})))}
                >
                  {t('slip')}
                </Menu.Item>
                {mayUpdate && (
                  <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
                    {t('edit')}
                  </Menu.Item>
                )}
                {mayUpdate && shipment.next_statuses.includes('cancelled') && (
                  <>
                    <Menu.Divider />
                    <Menu.Item
                      color="red"
                      leftSection={<IconX size={16} aria-hidden />}
                      onClick={() => void go('cancelled')}
                    >
                      {t('go.cancelled')}
                    </Menu.Item>
                  </>
                )}
              </Menu.Dropdown>
            </Menu>
          </div>
        )}
      </div>
      {!over && shipment.booking.reason && (
        <Text size="sm" c="red" component="div" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {shipment.booking.reason}
        </Text>
      )}
      <ul className={classes.goods}>
        {shipment.lines.map(({ line, quantity }) => (
          <li key={line}>
            <bdi>{textOf(itemOf(line)?.name ?? {}, language)}</bdi> × {formatNumber(quantity)}
          </li>
        ))}
      </ul>
      <div className={classes.facts}>
        {shipment.courier_name && <bdi>{shipment.courier_name}</bdi>}
        {shipment.tracking_no && (
          <Group gap={2} wrap="nowrap">
            <span className="num">{shipment.tracking_no}</span>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={t('copyNumber')}
              onClick={() => void copyText(shipment.tracking_no)}
            >
              <IconCopy size={14} />
            </ActionIcon>
          </Group>
        )}
        {shipment.tracking_url && (
          <Anchor href={shipment.tracking_url} target="_blank" rel="noopener noreferrer nofollow" size="xs">
            <Group gap={4} wrap="nowrap" component="span">
              {t('follow')}
              <IconExternalLink size={13} aria-hidden />
            </Group>
          </Anchor>
        )}
        {shipment.package_weight > 0 && (
          <span>
            {formatNumber(shipment.package_weight)} {t('grams')}
          </span>
        )}
        <span>
          {shipment.has_cod
            ? t('fact.cod', { amount: formatMoney(shipment.cod_amount, order.currency, language) })
            : t('fact.noCod')}
        </span>
        {shipment.allow_open_box && <span>{t('fact.openBox')}</span>}
        {shipment.service_type === 'exchange' && <span>{t('fact.exchange')}</span>}
        {shipment.received_by && <span>{t('fact.receivedBy', { name: `\u2068${shipment.received_by}\u2069` })}</span>}
      </div>
      {shipment.note && (
        <Text size="sm" component="div" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {shipment.note}
        </Text>
      )}
      <Box>
        <UnstyledButton aria-expanded={told} onClick={() => setTold(!told)} fz={13} c="dimmed">
          <Group gap={4} wrap="nowrap">
            {t('history')}
            <IconChevronDown size={14} aria-hidden style={told ? { transform: 'rotate(180deg)' } : undefined} />
          </Group>
        </UnstyledButton>
        {told && (
          <ol className={classes.history}>
            {shipment.events.toReversed().map((event) => (
              <li key={event.at + event.status}>
                <div>
                  {t(`status.${event.status}`)}
                  <Text span size="xs" c="dimmed">
                    {' · '}
                    <Time value={event.at} style="full" />
                    {event.actor_name && (
                      <>
                        {' · '}
                        <bdi>{event.actor_name}</bdi>
                      </>
                    )}
                  </Text>
                  {event.note && (
                    <Text size="xs" component="div" dir="auto">
                      {event.note}
                    </Text>
                  )}
                </div>
              </li>
            ))}
          </ol>
        )}
      </Box>
    </li>
  );
}
