import { ActionIcon, Group, Menu, Text } from '@mantine/core';
import {
  IconAdjustments,
  IconBrandWhatsapp,
  IconCheck,
  IconCopy,
  IconDots,
  IconMessageForward,
  IconPencil,
} from '@tabler/icons-react';
import { Fragment, Suspense, useState } from 'react';
import { addressParts, partsJoiner, type Address } from '@/modules/address/address';
import { Person } from '@/modules/person/person';
import { readableMobile } from '@/modules/person/mobile';
import { OrderStatusBadge } from '@/modules/status-badge/order-badges';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import type { Column } from '@/shared/table/data-table';
import { ListPage } from '@/shared/table/list-page';
import { useList } from '@/shared/table/use-list';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { Money } from '@/shared/ui/money';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { Tip } from '@/shared/ui/tip';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { orderName } from '../order-name';
import { heldQuery, type HeldOrder } from './addresses.api';
import { heldList } from './addresses.search';
import { useAddressGateText } from './i18n';
import { useAddressActions } from './use-address-actions';
import classes from './addresses.module.css';

const AddressDialog = lazyDialog(() => import('./address-dialog'));
const DemandsDialog = lazyDialog(() => import('./demands-dialog'));

/** CU-01, OR-02: orders held back by an incomplete address, the longest waiting first. */
export function AddressesPage() {
  const t = useAddressGateText();
  const list = useList(heldList);
  const mayUpdate = useCan('update', 'Order');
  const maySet = useCan('update', 'Setting');
  const phone = usePhoneScreen();
  const [open, setOpen] = useState<HeldOrder | 'demands' | null>(null);
  const columns: Column<HeldOrder>[] = [
    {
      key: 'customer',
      header: t('col.customer'),
      card: 'title',
      // Beside the total and two buttons a phone has room for the number or the avatar.
      cell: (row) => (
        <Person plain={phone} name={row.customer_name} line={<bdi className="num">{readableMobile(row.mobile)}</bdi>} />
      ),
    },
    {
      key: 'order',
      header: t('col.order'),
      card: 'meta',
      cell: (row) => (
        <Group gap={8} wrap="nowrap">
          <span className="num">#{row.number}</span>
          <OrderStatusBadge status={row.status} />
        </Group>
      ),
    },
    { key: 'gaps', header: t('col.gaps'), cell: (row) => <GapList gaps={row.gaps} /> },
    {
      key: 'address',
      header: t('col.address'),
      cell: (row) => (
        <Text size="sm" c="dimmed" component="div" className={classes.place}>
          {row.address ? <Place address={row.address} /> : '—'}
        </Text>
      ),
    },
    { key: 'total', header: t('col.total'), card: 'end', align: 'number', cell: (row) => <Money amount={row.total} /> },
    { key: 'placed', header: t('col.placed'), card: 'meta', cell: (row) => <Time value={row.placed_at} relative /> },
    { key: 'asked', header: t('col.asked'), cell: (row) => <LinkState row={row} /> },
  ];
  return (
    <>
      <ListPage<HeldOrder>
        title={t('title')}
        subtitle={t('subtitle')}
        more={
          maySet
            ? [{ key: 'demands', label: t('settings'), icon: IconAdjustments, onClick: () => setOpen('demands') }]
            : []
        }
        list={list}
        query={heldQuery(list.params)}
        columns={columns}
        rowName={(row) => orderName(row.number)}
        rowLink={(row) => ({ to: '/orders/view/$id', params: { id: row.id } })}
        rowActions={mayUpdate ? (row) => <RowActions row={row} onEdit={() => setOpen(row)} /> : undefined}
        empty={{ title: t('empty'), text: t('emptyText'), illustration: 'spark' }}
      />
      <Suspense fallback={null}>
        {open === 'demands' && <DemandsDialog onClose={() => setOpen(null)} />}
        {open !== null && open !== 'demands' && (
          <AddressDialog
            key={open.id}
            order={{ ...open, name: open.customer_name, address: open.address ?? null }}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** A short address, each part in its own text direction. */
function Place({ address }: { address: Address }) {
  const { language } = useLanguage();
  return addressParts(address, language)
    .flat()
    .map((part, index) => (
      <Fragment key={part}>
        {index > 0 && partsJoiner(language)}
        <bdi>{part}</bdi>
      </Fragment>
    ));
}

/** What an address lacks, line by line. */
export function GapList({ gaps }: { gaps: HeldOrder['gaps'] }) {
  const { language } = useLanguage();
  return (
    <ul className={classes.gaps}>
      {gaps.map(({ code, text }) => (
        <li key={code}>{textOf(text, language)}</li>
      ))}
    </ul>
  );
}

function LinkState({ row }: { row: HeldOrder }) {
  const t = useAddressGateText();
  if (!row.link) return <span aria-hidden>—</span>;
  if (row.link.is_expired) return <StatusBadge tone="gray">{t('expired')}</StatusBadge>;
  return row.sent_at ? (
    <Group gap={6} wrap="nowrap">
      <StatusBadge tone="blue">{t('sent')}</StatusBadge>
      <Text size="xs" c="dimmed" span>
        <Time value={row.sent_at} relative />
      </Text>
    </Group>
  ) : (
    <StatusBadge tone="amber">{t('made')}</StatusBadge>
  );
}

function RowActions({ row, onEdit }: { row: HeldOrder; onEdit: () => void }) {
  const t = useAddressGateText();
  const acts = useAddressActions({ id: row.id, number: row.number, name: row.customer_name, mobile: row.mobile });
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Tip label={t('edit')}>
        <ActionIcon variant="subtle" color="gray" aria-label={`${t('edit')} ${orderName(row.number)}`} onClick={onEdit}>
          <IconPencil size={17} />
        </ActionIcon>
      </Tip>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            loading={acts.busy}
            aria-label={t('more', { number: orderName(row.number) })}
          >
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('ask')}</Menu.Label>
          <Menu.Item leftSection={<IconMessageForward size={16} className="flip" aria-hidden />} onClick={acts.send}>
            {t(row.sent_at ? 'sendAgain' : 'send')}
          </Menu.Item>
          {row.mobile && (
            <Menu.Item leftSection={<IconBrandWhatsapp size={16} aria-hidden />} onClick={acts.whatsapp}>
              {t('whatsapp')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={acts.copy}>
            {t('copy')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconCheck size={16} aria-hidden />} onClick={acts.accept}>
            {t('accept')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
