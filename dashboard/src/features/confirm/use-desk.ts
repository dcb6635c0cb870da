import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { formatDate, formatRelative } from '@/shared/i18n/format';
import { confirm } from '@/shared/ui/confirm';
import { toast } from '@/shared/ui/toast';
import {
  hold,
  release,
  staleAfterCall,
  take,
  takeNext,
  tell,
  undo,
  type DeskCustomer,
  type DeskOrder,
  type OutcomeIn,
  type OutcomeTold,
} from './confirm.api';
import { useConfirmText } from './i18n';

/** The lease lasts three minutes; it is renewed well before. */
const renewEvery = 45_000;

interface LastOutcome {
  order: string;
  call: string;
  until: number;
}

/** The undoable outcome of a call, and until when. */
const lastOf = (outcome: OutcomeTold, order: string): LastOutcome | null =>
  outcome.undo_seconds > 0 ? { order, call: outcome.call_id, until: Date.now() + outcome.undo_seconds * 1000 } : null;

export interface Desk {
  /** Not started, queue empty, or a customer is leased. */
  phase: 'idle' | 'empty' | 'calling';
  customer: DeskCustomer | null;
  order: DeskOrder | null;
  busy: boolean;
  /** Why the lease was lost. */
  lost: string | null;
  start: () => void;
  skip: () => void;
  stop: () => void;
  choose: (order: DeskOrder) => void;
  say: (body: OutcomeIn) => Promise<boolean>;
  undoLast: () => void;
}

const saidOf = (error: unknown) => (isApiError(error) ? error.message : '');

/** The leased customer, and every action on it. Unmounting releases the lease. */
export function useDesk(requestedOrder: string | undefined, onAsked: () => void): Desk {
  const client = useQueryClient();
  const [phase, setPhase] = useState<Desk['phase']>('idle');
  const [customer, setCustomer] = useState<DeskCustomer | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [lost, setLost] = useState<string | null>(null);
  const [last, setLast] = useState<LastOutcome | null>(null);
  const passed = useRef<string[]>([]);
  const working = useRef(false);
  const t = useConfirmText.now;

  const refresh = useCallback(
    () => void Promise.all(staleAfterCall.map((queryKey) => client.invalidateQueries({ queryKey }))),
    [client],
  );
  const show = useCallback((next: DeskCustomer | null, order?: string) => {
    setCustomer(next);
    setChosen(order ?? null);
    setLost(null);
    setPhase(next ? 'calling' : 'empty');
  }, []);
  /** Serialises the actions: a key pressed twice acts once. */
  const once = useCallback(async (work: () => Promise<void>) => {
    if (working.current) return;
    working.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      working.current = false;
      setBusy(false);
    }
  }, []);
  const advance = useCallback(async () => {
    try {
      show(await takeNext(passed.current));
    } catch {
      // The client has shown the error; the state is unchanged.
    }
    void client.invalidateQueries({ queryKey: ['confirmations'] });
  }, [client, show]);

  // An order requested by a link or a list.
  useEffect(() => {
    if (!requestedOrder) return;
    onAsked();
    void once(async () => {
      try {
        show(await take(requestedOrder, false), requestedOrder);
      } catch (error) {
        if (isApiError(error) && error.code === 'held_by_other') {
          const yes = await confirm({
            title: t('takeOverAsk'),
            text: `${error.message} ${t('takeOverText')}`,
            confirm: t('takeOver'),
          });
          if (!yes) return;
          try {
            show(await take(requestedOrder, true), requestedOrder);
          } catch (again) {
            toast.warning({ title: saidOf(again) });
          }
        } else toast.warning({ title: saidOf(error) });
      }
    });
  }, [requestedOrder, onAsked, once, show, t]);

  const order =
    customer?.orders.find((one) => one.id === chosen) ??
    customer?.orders.find((one) => one.state === 'waiting') ??
    customer?.orders[0] ??
    null;

  // The lease is renewed while the page is open; its loss is shown at once.
  const fence = customer?.fence;
  const heldOrder = order?.id;
  const isHolding = phase === 'calling' && !lost;
  useEffect(() => {
    if (!isHolding || fence === undefined || !heldOrder) return undefined;
    const renew = async () => {
      try {
        await hold(heldOrder, fence);
      } catch (error) {
        if (isApiError(error) && error.outcome === 'conflict' && !working.current) setLost(error.message);
      }
    };
    const timer = setInterval(() => void renew(), renewEvery);
    return () => clearInterval(timer);
  }, [isHolding, fence, heldOrder]);
  const holds = useRef(false);
  useEffect(() => {
    holds.current = isHolding;
  }, [isHolding]);
  useEffect(() => () => void (holds.current && release().catch(() => {})), []);

  const undoThis = useCallback(
    (which: LastOutcome | null) => {
      if (!which || Date.now() > which.until) return;
      setLast(null);
      void once(async () => {
        try {
          const back = await undo(which.order, which.call);
          // Undone, but the order was moved by somebody else since: there is nobody to call.
          if (back) show(back, which.order);
          toast.success(t('undone'));
        } catch {
          // The client has shown the error.
        }
        refresh();
      });
    },
    [once, refresh, show, t],
  );

  const announce = (outcome: OutcomeTold, order: string) => {
    const next = lastOf(outcome, order);
    setLast(next);
    toast.success({
      title: titleOf(outcome),
      action: next ? { label: t('undo'), run: () => undoThis(next) } : undefined,
    });
  };
  const titleOf = (outcome: OutcomeTold): string => {
    switch (outcome.state) {
      case 'confirmed':
      case 'cancelled':
      case 'wrong_number':
      case 'unreachable':
        return t(`done.${outcome.state}`);
      default:
        return outcome.attempts > 0
          ? t('done.no_answer', { when: formatRelative(outcome.due_at ?? '', new Date()) })
          : t('done.postponed', { when: formatDate(outcome.due_at ?? '', 'short') });
    }
  };

  const say: Desk['say'] = async (body) => {
    if (!customer || !order || lost) return false;
    let done = false;
    await once(async () => {
      try {
        const outcome = await tell(order.id, customer.fence, body);
        done = true;
        announce(outcome, order.id);
        const left = customer.orders.filter((one) => one.id !== order.id);
        if (left.some((one) => one.state === 'waiting' && Date.parse(one.due_at) <= Date.now()))
          show({ ...customer, orders: left });
        else await advance();
      } catch (error) {
        if (!isApiError(error)) throw error;
        if (error.outcome === 'conflict') {
          done = true;
          setLost(error.message);
        } else toast.warning({ title: error.message, lines: Object.values(error.fields).flat() });
      }
      refresh();
    });
    return done;
  };

  return {
    phase,
    customer,
    order,
    busy,
    lost,
    start: () => void once(advance),
    skip: () => {
      if (customer) passed.current = [...passed.current, customer.mobile].slice(-100);
      void once(async () => {
        await advance();
      });
    },
    stop: () =>
      void once(async () => {
        await release().catch(() => {});
        passed.current = [];
        setCustomer(null);
        setLost(null);
        setPhase('idle');
        void client.invalidateQueries({ queryKey: ['confirmations'] });
      }),
    choose: (one) => setChosen(one.id),
    say,
    undoLast: () => undoThis(last),
  };
}
