import { Box } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { actorKind, changeOf, type ActivityEntry } from '@/modules/activity-log/activity';
import { ActivityLog } from '@/modules/activity-log/activity-log';
import { useActivityText } from '@/modules/activity-log/i18n';
import { useStatusText } from '@/modules/status-badge/i18n';
import { isOrderStatus, orderTones } from '@/modules/status-badge/order-status';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useSession } from '@/shared/session/session';
import { Section } from '@/shared/ui/page';
import type { StatusTone } from '@/shared/ui/tokens';
import { useDraftWords } from './draft/draft-words';
import { useOrderPageText } from './page/i18n';
import { OrderComment, isForCustomer, useNoteText } from './notes/order-comment';
import { CommentFacts, WrittenComment } from './notes/written-comment';
import { useInSight } from '@/shared/ui/use-in-sight';
import classes from './order.module.css';
import { describeCoupon } from './describe-coupon';
import { describeLines } from './describe-lines';
import { describeShipment } from './shipments/describe-shipment';
import { describeReturnParcel } from './shipments/returns/activity/describe-return-parcel';
import { describeOnlinePayment } from './online-payments/describe-online-payment';
import { activityQuery, mentionsKey, readMentions, type OrderView } from './orders.api';

/** OR-07: the history of the order, with the team's comments. */
export function OrderActivity({ order, mayComment }: { order: OrderView; mayComment: boolean }) {
  const title = useActivityText();
  const describe = useDescribe(order.currency);
  const [place, isSeen] = useInSight<HTMLDivElement>();
  const query = useQuery(activityQuery(order.id));
  const [editing, setEditing] = useState<number | null>(null);
  useMarkMentionsRead(order.id, isSeen ? query.data : undefined);
  return (
    <Section title={title('title')}>
      {mayComment && (
        <Box mb={20}>
          <OrderComment order={order.id} />
        </Box>
      )}
      <div ref={place} className={classes.log}>
        <ActivityLog
          query={query}
          describe={describe}
          toneOf={toneOf}
          noteOf={({ comment, seq }) =>
            comment && <WrittenComment comment={comment} editing={editing === seq} onDone={() => setEditing(null)} />
          }
          factsOf={({ comment, seq }) =>
            comment && editing !== seq && <CommentFacts comment={comment} onEdit={() => setEditing(seq)} />
          }
        />
      </div>
    </Section>
  );
}

/** Marks comments that mention the user as read once they are shown. */
function useMarkMentionsRead(id: string, entries: readonly ActivityEntry[] | undefined) {
  const client = useQueryClient();
  const me = useSession().user?.id;
  const newest = entries?.reduce(
    (latest, { seq, comment }) =>
      comment?.mentions.some((member) => member.id === me) ? Math.max(latest, seq) : latest,
    0,
  );
  useEffect(() => {
    if (!newest) return;
    void readMentions(id)
      .then(() => Promise.all([['sync'], mentionsKey].map((queryKey) => client.invalidateQueries({ queryKey }))))
      .catch(() => undefined);
  }, [client, id, newest]);
}

/** A status change has the colour of its new status. */
function toneOf(entry: ActivityEntry): StatusTone | undefined {
  const { to } = changeOf(entry, entry.action === 'update_payment_status' ? 'payment_status' : 'status');
  if (isForCustomer(entry)) return 'blue';
  if (entry.action === 'update_status' && isOrderStatus(to)) return orderTones[to];
  if (entry.action === 'update_payment_status') return to === 'paid' ? 'green' : 'gray';
  return undefined;
}

const calls = ['no_answer', 'postponed', 'wrong_number', 'again'] as const;

/** The outcome of a call about the order; `undone` when it was undone. */
function callOf({ before, after }: Pick<ActivityEntry, 'before' | 'after'>) {
  if (before?.call && after?.call === null) return 'undone' as const;
  return calls.find((call) => after?.call === call);
}

/** What was done about an incomplete address. */
function gateOf(after: NonNullable<ActivityEntry['after']>) {
  if ('address_accepted' in after) return 'accepted' as const;
  if ('address_link_sent' in after) return 'sent' as const;
  if ('address_link' in after) return after.address_link === null ? ('withdrawn' as const) : ('asked' as const);
  return 'address' in after && !('total' in after) ? ('changed' as const) : undefined;
}

function useDescribe(currency: string): (entry: ActivityEntry) => ReactNode {
  const t = useOrderPageText();
  const { language } = useLanguage();
  const formatAmount = (amount: string) => formatMoney(amount, currency, language);
  /** Describes returns, documents, tags and edits. */
  const updated = ({ before, after, ...entry }: ActivityEntry) => {
    const change = (field: string) => changeOf({ ...entry, before, after }, field);
    const pieces = after?.returned_pieces;
    if (typeof pieces === 'number') {
      const text = t('act.returned', { count: pieces });
      const refund = after?.refund;
      return typeof refund === 'string' ? `${text} · ${t('act.refund', { amount: formatAmount(refund) })}` : text;
    }
    const shipment = describeShipment(before, after, formatAmount, entry.courier_reason);
    if (shipment) return shipment;
    const parcel = describeReturnParcel(before, after);
    if (parcel) return parcel;
    const isolated = (number: string) => `\u2066${number}\u2069`;
    const invoice = change('invoice').to;
    if (invoice) return t('act.invoice', { number: isolated(invoice) });
    if (after?.is_without_deposit) return t('act.withoutDeposit');
    if (change('receipt_sent').to) return t('act.receiptSent');
    if (change('receipt_refused').to) return t('act.receiptRefused');
    const credit = change('credit_note').to;
    if (credit) return t('act.creditNote', { number: isolated(credit) });
    if (Array.isArray(after?.tags)) {
      const names = after.tags.map((tag) => `\u2068${String(tag)}\u2069`).join(language === 'ar' ? '، ' : ', ');
      return names ? t('act.tags', { names }) : t('act.noTags');
    }
    if (after && 'assignee' in after) {
      return typeof after.assignee === 'string'
        ? t('act.assigned', { name: `\u2068${after.assignee}\u2069` })
        : t('act.unassigned');
    }
    const gate = after ? gateOf(after) : undefined;
    if (gate) return t(`act.address.${gate}`);
    const call = callOf({ before, after });
    if (call) return t(`act.call.${call}`);
    const drafted = draftWords({ ...entry, before, after });
    if (drafted) return drafted;
    const { from, to } = change('total');
    const edited = from && to ? t('act.edited', { from: formatAmount(from), to: formatAmount(to) }) : t('act.update');
    return [edited, ...describeLines(before, after, formatAmount, language), describeCoupon(before, after)]
      .filter(Boolean)
      .join(' · ');
  };
  const noteText = useNoteText();
  const draftWords = useDraftWords();
  const word = useStatusText();
  const statusName = (status: string | null) => (isOrderStatus(status) ? word(`order.${status}`) : (status ?? ''));
  return (entry) => {
    const online = describeOnlinePayment(entry.after, formatAmount);
    if (online) return online;
    switch (entry.action) {
      case 'create':
        return draftWords(entry) ?? t(actorKind(entry.actor.type) === 'customer' ? 'act.create' : 'act.createByTeam');
      case 'comment':
        if (entry.comment?.deleted_at) return noteText('deleted');
        return isForCustomer(entry) ? noteText('act') : t('act.comment');
      case 'delete':
        return t('act.delete');
      case 'update_payment_status': {
        const { refund, payment } = entry.after ?? {};
        if (typeof refund === 'string') return t('act.refund', { amount: formatAmount(refund) });
        if (typeof payment === 'string') return t('act.payment', { amount: formatAmount(payment) });
        return t(changeOf(entry, 'payment_status').to === 'paid' ? 'act.paid' : 'act.notPaid');
      }
      case 'update_status': {
        const { from, to } = changeOf(entry, 'status');
        const placed = draftWords(entry);
        if (placed) return placed;
        const text = from
          ? t('act.status', { from: statusName(from), to: statusName(to) })
          : t('act.statusTo', { to: statusName(to) });
        if (entry.after?.is_without_deposit) return `${text} · ${t('act.withoutDeposit')}`;
        const restocked = entry.after?.restocked_lines;
        return Array.isArray(restocked) && restocked.length > 0
          ? `${text} · ${t('act.restocked', { count: restocked.length })}`
          : text;
      }
      case 'update':
        return updated(entry);
      default:
        return t('act.update');
    }
  };
}
