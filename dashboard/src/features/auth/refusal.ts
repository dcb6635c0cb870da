import { isApiError } from '@/shared/api/error';
import { useShared } from '@/shared/i18n/use-shared';
import { useAuthText } from './i18n';

/**
 * The message above a form for a refused call of a visitor; field errors are rethrown for the form. `known` maps a
 * status to this page's message.
 */
export function refusalText(error: unknown, known: Record<number, string> = {}): string {
  if (!isApiError(error) || error.outcome === 'invalid') throw error;
  const message = known[error.status];
  if (message) return message;
  if (error.outcome === 'throttled') return useAuthText.now('login.throttled', { count: error.retryAfter ?? 60 });
  if (error.outcome === 'unreachable' || error.outcome === 'unavailable') return useShared.now('error.unreachableText');
  return error.message || useShared.now('error.failed');
}
