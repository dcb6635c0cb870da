import { Alert, Button, Card, Group, Kbd, Text } from '@mantine/core';
import { IconAlertTriangle, IconClock, IconPhoneCall } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useCan } from '@/shared/session/session';
import { EmptyState } from '@/shared/ui/empty-state';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { TwoColumns } from '@/shared/ui/page';
import { countsQuery, type CallOutcome } from './confirm.api';
import { ConfirmFrame } from './confirm-frame';
import { callQueueKey } from './confirm.model';
import { QueueOrderCard, OutcomeButtons, CustomerHeader } from './queue-order-card';
import { CallQueueSide } from './call-queue-side';
import { useConfirmText } from './i18n';
import { useCallQueue, type CallQueue } from './use-call-queue';
import classes from './call-queue.module.css';

const PostponeDialog = lazyDialog(() => import('./call-queue-dialogs').then((m) => ({ default: m.PostponeDialog })));
const CancelDialog = lazyDialog(() => import('./call-queue-dialogs').then((m) => ({ default: m.CancelDialog })));

/** The call queue: one customer after the other, operable by keyboard alone. */
export function CallQueuePage() {
  const navigate = useNavigate();
  const { order } = useSearch({ from: '/orders/confirm' });
  const forget = useCallback(() => void navigate({ to: '.', search: {}, replace: true }), [navigate]);
  const mayUpdate = useCan('update', 'Order');
  const queue = useCallQueue(mayUpdate ? order : undefined, forget);
  const [keys, setKeys] = useState(false);
  const [openDialog, setOpenDialog] = useState<'postponed' | 'cancelled' | null>(null);

  const choose = (outcome: CallOutcome) => {
    if (!queue.order || queue.busy || queue.leaseError) return;
    if (outcome === 'postponed' || outcome === 'cancelled') setOpenDialog(outcome);
    else void queue.recordOutcome({ outcome });
  };
  useCallQueueKeys(queue, choose, () => setKeys(true), mayUpdate);

  return (
    <ConfirmFrame keys={keys} onKeys={setKeys}>
      {queue.phase === 'calling' && queue.customer && queue.order ? (
        <Calling queue={queue} onChoose={choose} />
      ) : (
        <Start queue={queue} mayUpdate={mayUpdate} />
      )}
      <Suspense fallback={null}>
        {openDialog === 'postponed' && queue.order && (
          <PostponeDialog order={queue.order} onRecord={queue.recordOutcome} onClose={() => setOpenDialog(null)} />
        )}
        {openDialog === 'cancelled' && queue.order && (
          <CancelDialog order={queue.order} onRecord={queue.recordOutcome} onClose={() => setOpenDialog(null)} />
        )}
      </Suspense>
    </ConfirmFrame>
  );
}

/** Binds every action of the call queue to its key. */
function useCallQueueKeys(
  queue: CallQueue,
  choose: (outcome: CallOutcome) => void,
  help: () => void,
  mayUpdate: boolean,
): void {
  const act = useRef<(event: KeyboardEvent) => void>(() => {});
  useEffect(() => {
    act.current = (event) => {
      const key = callQueueKey(event);
      if (!key || document.querySelector('[role=dialog]')) return;
      if (key === 'help') {
        event.preventDefault();
        return help();
      }
      if (!mayUpdate) return;
      if (key === 'undo') return queue.undoLastOutcome();
      if (key === 'start') {
        if (queue.phase !== 'calling' || queue.leaseError) queue.start();
        return;
      }
      if (queue.phase !== 'calling' || !queue.customer) return;
      if (key === 'skip') return queue.skip();
      if (key === 'call' || key === 'whatsapp' || key === 'open') {
        document.querySelector<HTMLElement>(`[data-desk=${key}]`)?.click();
        return;
      }
      if (key === 'up' || key === 'down') {
        const all = queue.customer.orders;
        const at = all.findIndex((order) => order.id === queue.order?.id) + (key === 'up' ? -1 : 1);
        const next = all[at];
        if (all.length > 1) event.preventDefault();
        if (next) queue.choose(next);
        return;
      }
      choose(key);
    };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act.current(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function Start({ queue, mayUpdate }: { queue: CallQueue; mayUpdate: boolean }) {
  const t = useConfirmText();
  const counts = useQuery(countsQuery).data;
  if (!counts) return null;
  const later = counts.waiting - counts.due;
  if (counts.due === 0 || queue.phase === 'empty') {
    return (
      <EmptyState
        title={t('empty')}
        text={later > 0 ? `${t('emptyText')} ${t('emptyLater', { count: later })}` : t('emptyText')}
        illustration="spark"
      >
        {mayUpdate && (
          <Button variant="default" loading={queue.busy} onClick={queue.start}>
            {t('again')}
          </Button>
        )}
      </EmptyState>
    );
  }
  return (
    <Card padding={0}>
      <div className={classes.hero}>
        <IconPhoneCall size={36} stroke={1.5} color="var(--mantine-primary-color-filled)" aria-hidden />
        <div className={classes.heroTitle}>
          {t('startText', { count: counts.due, isMore: counts.more_than.includes('due') })}
        </div>
        <Text size="sm" c="dimmed">
          {t('startHint')}
        </Text>
        {mayUpdate && (
          <Button
            size="md"
            mt={8}
            loading={queue.busy}
            onClick={queue.start}
            rightSection={<Kbd className={classes.key}>Enter</Kbd>}
          >
            {t('start')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function Calling({ queue, onChoose }: { queue: CallQueue; onChoose: (outcome: CallOutcome) => void }) {
  const t = useConfirmText();
  const { customer, order, leaseError, busy } = queue;
  if (!customer || !order) return null;
  return (
    <TwoColumns
      main={
        <>
          {leaseError && (
            <Alert color="red" icon={<IconAlertTriangle size={18} />} title={t('lost.title')} role="alert">
              <Text size="sm">{leaseError}</Text>
              <Button size="xs" mt={10} loading={busy} onClick={queue.start}>
                {t('next')}
              </Button>
            </Alert>
          )}
          {!customer.is_calling_time && (
            <Alert color="yellow" icon={<IconClock size={18} />}>
              {t('notNow')}
            </Alert>
          )}
          <CustomerHeader customer={customer} order={order} />
          <OutcomeButtons order={order} disabled={busy || leaseError !== null} onSay={onChoose} />
          <QueueOrderCard customer={customer} order={order} onChoose={queue.choose} />
          <Group justify="flex-end" gap={8}>
            <Button variant="subtle" color="gray" disabled={busy} onClick={queue.stop}>
              {t('stop')}
            </Button>
            <Button
              variant="default"
              disabled={busy}
              onClick={queue.skip}
              rightSection={<Kbd className={classes.key}>N</Kbd>}
            >
              {t('skip')}
            </Button>
          </Group>
        </>
      }
      side={<CallQueueSide customer={customer} order={order} />}
    />
  );
}
