import { isApiError } from '../api/error';
import { useShared } from '../i18n/use-shared';
import { toast } from '../ui/toast';

/**
 * For the save of a form that calls `quiet`: says what the form itself does not show. A stale version has its own
 * dialog, and fields have their own messages, so there is no list of them in the toast as well.
 *
 * ```ts
 * onSave={(values) => coupons.update(id, bodyOf(values), { quiet: true }).catch(tellSaveFailure)}
 * ```
 */
export function tellSaveFailure(error: unknown): never {
  if (isApiError(error) && !error.isStale) {
    const s = useShared.now;
    if (error.outcome === 'invalid') toast.warning({ title: s('error.invalid'), id: 'save' });
    else if (error.outcome === 'throttled')
      toast.warning({
        title: s('error.throttled'),
        message: error.retryAfter ? s('error.throttledText', { count: error.retryAfter }) : error.message,
        id: 'save',
      });
    else if (error.outcome === 'unreachable')
      toast.danger({ title: s('error.unreachable'), message: s('error.unreachableText'), id: 'save' });
    // What leads to another page (signed out, forbidden) is done by the client.
    else if (['conflict', 'not_found', 'rejected', 'failed', 'plan_limit'].includes(error.outcome))
      toast.warning({ title: s('error.failed'), message: error.message || undefined, id: 'save' });
  }
  throw error;
}
