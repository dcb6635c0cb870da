import { Breadcrumbs, Text } from '@mantine/core';
import { readableMobile } from '@/modules/person/mobile';
import type { Column } from '@/shared/table/data-table';
import { ListPage } from '@/shared/table/list-page';
import { useList } from '@/shared/table/use-list';
import { Time } from '@/shared/ui/time';
import { CartBatchLines } from './batches/batch-lines';
import { reminders, type CartReminder } from './carts.api';
import { remindersList } from './carts.model';
import { useCartText } from './i18n';
import { ReminderOrigin, ReminderOutcome } from './reminder-list';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { LinkButton } from '@/shared/ui/link-button';

/** CA-03: the reminders of carts: sent ones, and stopped ones with the reason; a child page of the carts. */
export function RemindersPage() {
  const t = useCartText();
  const list = useList(remindersList);
  const columns: Column<CartReminder>[] = [
    {
      key: 'to',
      header: t('col.to'),
      card: 'title',
      cell: (reminder) => (
        <bdi className="num">
          {reminder.recipient.startsWith('+') ? readableMobile(reminder.recipient) : reminder.recipient || '—'}
        </bdi>
      ),
    },
    { key: 'how', header: t('col.how'), card: 'meta', cell: (reminder) => <ReminderOrigin of={reminder} /> },
    { key: 'state', header: t('col.state'), card: 'end', cell: (reminder) => <ReminderOutcome of={reminder} /> },
    {
      key: 'when',
      header: t('col.when'),
      card: 'meta',
      cell: (reminder) => (
        <Text span size="sm" c="dimmed">
          <Time value={reminder.at} />
        </Text>
      ),
    },
  ];
  return (
    <>
      <Breadcrumbs mb={8} aria-label={t('crumbs')}>
        <LinkAnchor to="/carts/$step" params={{ step: 'contact' }} size="sm">
          {t('title')}
        </LinkAnchor>
        <Text size="sm" aria-current="page">
          {t('sentTitle')}
        </Text>
      </Breadcrumbs>
      <ListPage<CartReminder>
        title={t('sentTitle')}
        subtitle={t('sentText')}
        list={list}
        query={reminders.indexQuery({ ...list.params, sort: undefined })}
        columns={columns}
        rowName={(reminder) => reminder.recipient}
        rowLink={(reminder) =>
          // A deleted cart has no page; its reminders are kept.
          reminder.cart_id ? { to: '/carts/view/$id', params: { id: reminder.cart_id } } : undefined
        }
        before={<CartBatchLines />}
        empty={{
          title: t('sentEmpty'),
          text: t('sentEmptyText'),
          illustration: 'spark',
          action: (
            <LinkButton to="/cart-reminders" variant="default">
              {t('planTitle')}
            </LinkButton>
          ),
        }}
      />
    </>
  );
}
