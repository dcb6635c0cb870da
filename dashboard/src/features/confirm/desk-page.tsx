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
import { deskKey } from './confirm.model';
import { DeskOrderCard, DeskOutcomes, DeskWho } from './desk-order-card';
import { DeskSide } from './desk-side';
import { useConfirmText } from './i18n';
import { useDesk, type Desk } from './use-desk';
import classes from './desk.module.css';

const PostponeDialog = lazyDialog(() => import('./desk-dialogs').then((m) => ({ default: m.PostponeDialog })));
const CancelDialog = lazyDialog(() => import('./desk-dialogs').then((m) => ({ default: m.CancelDialog })));

/** The call queue: one customer after the other, operable by keyboard alone. */
export function DeskPage() {
  const navigate = useNavigate();
  const { order } = useSearch({ from: '/orders/confirm' });
  const forget = useCallback(() => void navigate({ to: '.', search: {}, replace: true }), [navigate]);
  const mayUpdate = useCan('update', 'Order');
  const desk = useDesk(mayUpdate ? order : undefined, forget);
  const [keys, setKeys] = useState(false);
  const [asking, setAsking] = useState<'postponed' | 'cancelled' | null>(null);

  const choose = (outcome: CallOutcome) => {
    if (!desk.order || desk.busy || desk.lost) return;
    if (outcome === 'postponed' || outcome === 'cancelled') setAsking(outcome);
    else void desk.say({ outcome });
  };
  useDeskKeys(desk, choose, () => setKeys(true), mayUpdate);

  return (
    <ConfirmFrame tab="desk" keys={keys} onKeys={setKeys}>
      {desk.phase === 'calling' && desk.customer && desk.order ? (
        <Calling desk={desk} onChoose={choose} />
      ) : (
        <Start desk={desk} mayUpdate={mayUpdate} />
      )}
      <Suspense fallback={null}>
        {asking === 'postponed' && desk.order && (
          <PostponeDialog order={desk.order} onSay={desk.say} onClose={() => setAsking(null)} />
        )}
        {asking === 'cancelled' && desk.order && (
          <CancelDialog order={desk.order} onSay={desk.say} onClose={() => setAsking(null)} />
        )}
      </Suspense>
    </ConfirmFrame>
  );
}

/** Binds every action of the call queue to its key. */
function useDeskKeys(desk: Desk, choose: (outcome: CallOutcome) => void, help: () => void, mayUpdate: boolean): void {
  const act = useRef<(event: KeyboardEvent) => void>(() => {});
  useEffect(() => {
    act.current = (event) => {
      const key = deskKey(event);
      if (!key || document.querySelector('[role=dialog]')) return;
      if (key === 'help') {
        event.preventDefault();
        return help();
      }
      if (!mayUpdate) return;
      if (key === 'undo') return desk.undoLast();
      if (key === 'start') {
        if (desk.phase !== 'calling' || desk.lost) desk.start();
        return;
      }
      if (desk.phase !== 'calling' || !desk.customer) return;
      if (key === 'skip') return desk.skip();
      if (key === 'call' || key === 'whatsapp' || key === 'open') {
        document.querySelector<HTMLElement>(`[data-desk=${key}]`)?.click();
        return;
      }
      if (key === 'up' || key === 'down') {
        const all = desk.customer.orders;
        const at = all.findIndex((order) => order.id === desk.order?.id) + (key === 'up' ? -1 : 1);
        const next = all[at];
        if (all.length > 1) event.preventDefault();
        if (next) desk.choose(next);
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

function Start({ desk, mayUpdate }: { desk: Desk; mayUpdate: boolean }) {
  const t = useConfirmText();
  const counts = useQuery(countsQuery).data;
  if (!counts) return null;
  const later = counts.waiting - counts.due;
  if (counts.due === 0 || desk.phase === 'empty') {
    return (
      <EmptyState
        title={t('empty')}
        text={later > 0 ? `${t('emptyText')} ${t('emptyLater', { count: later })}` : t('emptyText')}
        illustration="spark"
      >
        {mayUpdate && (
          <Button variant="default" loading={desk.busy} onClick={desk.start}>
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
            loading={desk.busy}
            onClick={desk.start}
            rightSection={<Kbd className={classes.key}>Enter</Kbd>}
          >
            {t('start')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function Calling({ desk, onChoose }: { desk: Desk; onChoose: (outcome: CallOutcome) => void }) {
  const t = useConfirmText();
  const { customer, order, lost, busy } = desk;
  if (!customer || !order) return null;
  return (
    <TwoColumns
      main={
        <>
          {lost && (
            <Alert color="red" icon={<IconAlertTriangle size={18} />} title={t('lost.title')} role="alert">
              <Text size="sm">{lost}</Text>
              <Button size="xs" mt={10} loading={busy} onClick={desk.start}>
                {t('next')}
              </Button>
            </Alert>
          )}
          {!customer.is_calling_time && (
            <Alert color="yellow" icon={<IconClock size={18} />}>
              {t('notNow')}
            </Alert>
          )}
          <DeskWho customer={customer} order={order} />
          <DeskOutcomes order={order} disabled={busy || lost !== null} onSay={onChoose} />
          <DeskOrderCard customer={customer} order={order} onChoose={desk.choose} />
          <Group justify="flex-end" gap={8}>
            <Button variant="subtle" color="gray" disabled={busy} onClick={desk.stop}>
              {t('stop')}
            </Button>
            <Button
              variant="default"
              disabled={busy}
              onClick={desk.skip}
              rightSection={<Kbd className={classes.key}>N</Kbd>}
            >
              {t('skip')}
            </Button>
          </Group>
        </>
      }
      side={<DeskSide customer={customer} order={order} />}
    />
  );
}
