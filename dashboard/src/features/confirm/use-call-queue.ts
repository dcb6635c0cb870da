import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { formatDate, formatRelative } from '@/shared/i18n/format';
import { confirm } from '@/shared/ui/confirm';
import { toast } from '@/shared/ui/toast';
import {
  renewLease,
  releaseLease,
  staleAfterCall,
  claimOrder,
  claimNext,
  confirmationsKey,
  submitOutcome,
  undo,
  type QueueCustomer,
  type QueueOrder,
  type OutcomeIn,
  type RecordedOutcome,
} from './confirm.api';
import { useConfirmText } from './i18n';

/** The lease lasts three minutes; it is renewed well before. */
const leaseRenewInterval = 45_000;

/** A page that nobody has touched for so long stops renewing: it may have been left open, and would keep the customer. */
const untouchedLimit = 10 * 60_000;
const touches = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focus'] as const;

/** The release by a page that was left. The next lease waits for it, or it would be the one that is released. */
let leaving: Promise<unknown> = Promise.resolve();

interface UndoableOutcome {
  order: string;
  call: string;
  until: number;
}

/** The undoable outcome of a call, and until when. */
const undoableOutcomeOf = (outcome: RecordedOutcome, order: string): UndoableOutcome | null =>
  outcome.undo_seconds > 0 ? { order, call: outcome.call_id, until: Date.now() + outcome.undo_seconds * 1000 } : null;

export interface CallQueue {
  /** The first customer is on the way, one is leased, nobody is left, or the caller paused. */
  phase: 'opening' | 'calling' | 'empty' | 'paused';
  customer: QueueCustomer | null;
  order: QueueOrder | null;
  busy: boolean;
  /** Why the lease was lost. */
  leaseError: string | null;
  /** Numbers that are skipped until the queue is started again. */
  skipped: readonly string[];
  start: () => void;
  skip: () => void;
  pause: () => void;
  /** Leases the customer of an order of the list. */
  take: (order: string) => void;
  choose: (order: QueueOrder) => void;
  recordOutcome: (body: OutcomeIn) => Promise<boolean>;
  undoLastOutcome: () => void;
}

const messageOf = (error: unknown) => (isApiError(error) ? error.message : '');

/**
 * The leased customer, and every action on it. The first customer is leased when the page opens: that of the requested
 * order, else the next one. Leaving the page releases the lease.
 */
export function useCallQueue({
  requestedOrder,
  onRequestTaken,
  mayCall,
}: {
  requestedOrder: string | undefined;
  onRequestTaken: () => void;
  /** Without it nothing is leased. */
  mayCall: boolean;
}): CallQueue {
  const client = useQueryClient();
  const [phase, setPhase] = useState<CallQueue['phase']>(mayCall ? 'opening' : 'paused');
  const [customer, setCustomer] = useState<QueueCustomer | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [leaseError, setLeaseError] = useState<string | null>(null);
  const [lastOutcome, setLastOutcome] = useState<UndoableOutcome | null>(null);
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const isWorking = useRef(false);
  const work = useRef<Promise<unknown>>(Promise.resolve());
  const t = useConfirmText.now;

  const refresh = useCallback(
    () => void Promise.all(staleAfterCall.map((queryKey) => client.invalidateQueries({ queryKey }))),
    [client],
  );
  const show = useCallback((next: QueueCustomer | null, order?: string) => {
    setCustomer(next);
    setChosen(order ?? null);
    setLeaseError(null);
    setPhase(next ? 'calling' : 'empty');
  }, []);
  /** Serialises the actions: a key pressed twice acts once. */
  const once = useCallback(async (run: () => Promise<void>) => {
    if (isWorking.current) return;
    isWorking.current = true;
    setBusy(true);
    try {
      const act = leaving.then(run);
      work.current = act.catch(() => {});
      await act;
    } finally {
      isWorking.current = false;
      setBusy(false);
    }
  }, []);
  const advance = useCallback(
    async (passed: readonly string[]) => {
      try {
        show(await claimNext(passed));
      } catch {
        // The client has shown the error. Without a customer there is a button to try again.
        setPhase((before) => (before === 'opening' ? 'paused' : before));
      }
      void client.invalidateQueries({ queryKey: confirmationsKey });
    },
    [client, show],
  );

  /** Leases the customer of an order, after a question when another member has it; whether it did. */
  const claim = useCallback(
    async (id: string): Promise<boolean> => {
      try {
        show(await claimOrder(id, false), id);
        return true;
      } catch (error) {
        if (!isApiError(error) || error.code !== 'held_by_other') {
          toast.warning({ title: messageOf(error) });
          return false;
        }
        const isConfirmed = await confirm({
          title: t('takeOverAsk'),
          text: `${error.message} ${t('takeOverText')}`,
          confirm: t('takeOver'),
        });
        if (!isConfirmed) return false;
      }
      try {
        show(await claimOrder(id, true), id);
        return true;
      } catch (error) {
        toast.warning({ title: messageOf(error) });
        return false;
      }
    },
    [show, t],
  );

  const isOpened = useRef(false);
  useEffect(() => {
    if (!mayCall || (isOpened.current && !requestedOrder)) return undefined;
    // Not within the effect: an effect that is run twice would lease, release and lease again.
    const timer = setTimeout(() => {
      isOpened.current = true;
      if (requestedOrder) onRequestTaken();
      void once(async () => {
        if (requestedOrder && (await claim(requestedOrder)))
          void client.invalidateQueries({ queryKey: confirmationsKey });
        else await advance([]);
      });
    });
    return () => clearTimeout(timer);
  }, [mayCall, requestedOrder, onRequestTaken, once, claim, advance, client]);

  const order =
    customer?.orders.find((one) => one.id === chosen) ??
    customer?.orders.find((one) => one.state === 'waiting') ??
    customer?.orders[0] ??
    null;

  // The lease is renewed while the page is open; its loss is shown at once.
  const fence = customer?.fence;
  const heldOrder = order?.id;
  const isHolding = phase === 'calling' && !leaseError;
  useEffect(() => {
    if (!isHolding || fence === undefined || !heldOrder) return undefined;
    const renew = async () => {
      try {
        await renewLease(heldOrder, fence);
      } catch (error) {
        if (isApiError(error) && error.outcome === 'conflict' && !isWorking.current) setLeaseError(error.message);
      }
    };
    let touchedAt = Date.now();
    const isUntouched = () => Date.now() - touchedAt > untouchedLimit;
    const touch = () => {
      const isBack = isUntouched();
      touchedAt = Date.now();
      if (isBack) void renew();
    };
    const timer = setInterval(() => void (isUntouched() || renew()), leaseRenewInterval);
    for (const name of touches) window.addEventListener(name, touch, { passive: true });
    return () => {
      clearInterval(timer);
      for (const name of touches) window.removeEventListener(name, touch);
    };
  }, [isHolding, fence, heldOrder]);
  const holdsLease = useRef(false);
  useEffect(() => {
    holdsLease.current = isHolding;
  }, [isHolding]);
  useEffect(
    () => () => {
      // A customer may still be on the way.
      if (!holdsLease.current && !isWorking.current) return;
      leaving = work.current.then(releaseLease).catch(() => {});
    },
    [],
  );

  const undoOutcome = useCallback(
    (target: UndoableOutcome | null) => {
      if (!target || Date.now() > target.until) return;
      setLastOutcome(null);
      void once(async () => {
        try {
          const customerAfterUndo = await undo(target.order, target.call);
          // Undone, but the order was moved by somebody else since: there is nobody to call.
          if (customerAfterUndo) show(customerAfterUndo, target.order);
          toast.success(t('undone'));
        } catch {
          // The client has shown the error.
        }
        refresh();
      });
    },
    [once, refresh, show, t],
  );

  const announce = (outcome: RecordedOutcome, order: string) => {
    const next = undoableOutcomeOf(outcome, order);
    setLastOutcome(next);
    toast.success({
      title: titleOf(outcome),
      action: next ? { label: t('undo'), run: () => undoOutcome(next) } : undefined,
    });
  };
  const titleOf = (outcome: RecordedOutcome): string => {
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

  const recordOutcome: CallQueue['recordOutcome'] = async (body) => {
    if (!customer || !order || leaseError) return false;
    let isRecorded = false;
    await once(async () => {
      try {
        const outcome = await submitOutcome(order.id, customer.fence, body);
        isRecorded = true;
        announce(outcome, order.id);
        const left = customer.orders.filter((one) => one.id !== order.id);
        if (left.some((one) => one.state === 'waiting' && Date.parse(one.due_at) <= Date.now()))
          show({ ...customer, orders: left });
        else await advance(skipped);
      } catch (error) {
        if (!isApiError(error)) throw error;
        if (error.outcome === 'conflict') {
          isRecorded = true;
          setLeaseError(error.message);
        } else toast.warning({ title: error.message, lines: Object.values(error.fields).flat() });
      }
      refresh();
    });
    return isRecorded;
  };

  return {
    phase,
    customer,
    order,
    busy,
    leaseError,
    skipped,
    start: () => {
      setSkipped([]);
      void once(() => advance([]));
    },
    skip: () => {
      if (!customer) return;
      const passed = [...skipped, customer.mobile].slice(-100);
      setSkipped(passed);
      void once(() => advance(passed));
    },
    pause: () =>
      void once(async () => {
        await releaseLease().catch(() => {});
        setCustomer(null);
        setLeaseError(null);
        setPhase('paused');
        void client.invalidateQueries({ queryKey: confirmationsKey });
      }),
    take: (id) => {
      const known = customer?.orders.find((one) => one.id === id);
      if (known) return setChosen(id);
      void once(async () => {
        if (await claim(id)) void client.invalidateQueries({ queryKey: confirmationsKey });
      });
    },
    choose: (one) => setChosen(one.id),
    recordOutcome,
    undoLastOutcome: () => undoOutcome(lastOutcome),
  };
}
