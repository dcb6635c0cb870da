import { useEffect, useRef } from 'react';
import type { CallOutcome } from './confirm.api';
import { callQueueKey } from './confirm.model';
import type { CallQueue } from './use-call-queue';

/** Binds every action of the call queue to its key. */
export function useCallQueueKeys(
  queue: CallQueue,
  choose: (outcome: CallOutcome) => void,
  help: () => void,
  mayCall: boolean,
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
      if (!mayCall) return;
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
