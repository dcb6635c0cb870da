import type { OrderStatus } from '@/modules/status-badge/order-status';
import { useNextStatusText } from './next-status/i18n';

/** The action that leads to a status: "Start processing", not "Processing". Some depend on the current status. */
export function useNextLabel(): (from: OrderStatus, to: OrderStatus) => string {
  const t = useNextStatusText();
  return (from, to) => {
    if (to === 'PRCS' && from === 'RDYS') return t('next.PRCS.back');
    if (to === 'DLVR' && (from === 'RDYP' || from === 'SDLV')) return t('next.DLVR.pickup');
    const key = `next.${to}`;
    return useNextStatusText.has(key) ? t(key) : to;
  };
}
