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

interface UndoableOutcome {
  order: string;
  call: string;
  until: number;
}

/** The undoable outcome of a call, and until when. */
const undoableOutcomeOf = (outcome: RecordedOutcome, order: string): UndoableOutcome | null =>
  outcome.undo_seconds > 0 ? { order, call: outcome.call_id, until: Date.now() + outcome.undo_seconds * 1000 } : null;

export interface CallQueue {
  /** Not started, queue empty, or a customer is leased. */
  phase: 'idle' | 'empty' | 'calling';
  customer: QueueCustomer | null;
  order: QueueOrder | null;
  busy: boolean;
  /** Why the lease was lost. */
  leaseError: string | null;
  start: () => void;
  skip: () => void;
  stop: () => void;
  choose: (order: QueueOrder) => void;
  recordOutcome: (body: OutcomeIn) => Promise<boolean>;
  undoLastOutcome: () => void;
}

const messageOf = (error: unknown) => (isApiError(error) ? error.message : '');

/** The leased customer, and every action on it. Unmounting releases the lease. */
export function useCallQueue(requestedOrder: string | undefined, onRequestTaken: () => void): CallQueue {
  const client = useQueryClient();
  const [phase, setPhase] = useState<CallQueue['phase']>('idle');
  const [customer, setCustomer] = useState<QueueCustomer | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [leaseError, setLeaseError] = useState<string | null>(null);
  const [lastOutcome, setLastOutcome] = useState<UndoableOutcome | null>(null);
  const skippedMobiles = useRef<string[]>([]);
  const isWorking = useRef(false);
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
  const once = useCallback(async (work: () => Promise<void>) => {
    if (isWorking.current) return;
    isWorking.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      isWorking.current = false;
      setBusy(false);
    }
  }, []);
  const advance = useCallback(async () => {
    try {
      show(await claimNext(skippedMobiles.current));
    } catch {
      // The client has shown the error; the state is unchanged.
    }
    void client.invalidateQueries({ queryKey: ['confirmations'] });
  }, [client, show]);

  // An order requested by a link or a list.
  useEffect(() => {
    if (!requestedOrder) return;
    onRequestTaken();
    void once(async () => {
      try {
        show(await claimOrder(requestedOrder, false), requestedOrder);
      } catch (error) {
        if (isApiError(error) && error.code === 'held_by_other') {
          const isConfirmed = await confirm({
            title: t('takeOverAsk'),
            text: `${error.message} ${t('takeOverText')}`,
            confirm: t('takeOver'),
          });
          if (!isConfirmed) return;
          try {
            show(await claimOrder(requestedOrder, true), requestedOrder);
          } catch (retryError) {
            toast.warning({ title: messageOf(retryError) });
          }
        } else toast.warning({ title: messageOf(error) });
      }
    });
  }, [requestedOrder, onRequestTaken, once, show, t]);

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
    const timer = setInterval(() => void renew(), leaseRenewInterval);
    return () => clearInterval(timer);
  }, [isHolding, fence, heldOrder]);
  const holdsLease = useRef(false);
  useEffect(() => {
    holdsLease.current = isHolding;
  }, [isHolding]);
  useEffect(() => () => void (holdsLease.current && releaseLease().catch(() => {})), []);

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
        else await advance();
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
    start: () => void once(advance),
    skip: () => {
      if (customer) skippedMobiles.current = [...skippedMobiles.current, customer.mobile].slice(-100);
      void once(async () => {
        await advance();
      });
    },
    stop: () =>
      void once(async () => {
        await releaseLease().catch(() => {});
        skippedMobiles.current = [];
        setCustomer(null);
        setLeaseError(null);
        setPhase('idle');
        void client.invalidateQueries({ queryKey: ['confirmations'] });
      }),
    choose: (one) => setChosen(one.id),
    recordOutcome,
    undoLastOutcome: () => undoOutcome(lastOutcome),
  };
}
