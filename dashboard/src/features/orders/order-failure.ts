import { isApiError } from '@/shared/api/error';
import { useShared } from '@/shared/i18n/use-shared';
import { toast } from '@/shared/ui/toast';
import { useOrderText } from './i18n';

/**
 * Shows why a change of an order was refused. Field errors (a missing note) are shown as well; the order is refetched
 * by then, so the page is current.
 */
export function toastOrderError(error: unknown): void {
  if (!isApiError(error)) throw error;
  const t = useOrderText.now;
  const s = useShared.now;
  if (error.outcome === 'aborted' || error.outcome === 'signed_out') return;
  // The client has shown it, with the page to check.
  if (error.code === 'unknown_outcome') return;
  if (error.isStale) {
    toast.warning({ id: 'order-conflict', title: t('conflict.title'), message: t('conflict.stale') });
  } else if (error.outcome === 'conflict') {
    toast.warning({
      id: 'order-conflict',
      title: t('conflict.title'),
      message: error.message || t('conflict.illegal'),
    });
  } else if (error.outcome === 'unreachable') {
    toast.danger({ id: 'order-conflict', title: s('error.unreachable'), message: s('error.unreachableText') });
  } else {
    const message = error.messages.length > 0 ? error.messages.join('\n') : error.message;
    toast.warning({ id: 'order-conflict', title: s('error.failed'), message });
  }
}
