import { isApiError } from '@/shared/api/error';
import { useShared } from '@/shared/i18n/use-shared';
import { useAuthText } from './i18n';

/**
 * What to show above a form when a visitor's call was refused; field errors are thrown on, the form places them.
 * `known` says what a status means on this page.
 */
export function refusalText(error: unknown, known: Record<number, string> = {}): string {
  if (!isApiError(error) || error.outcome === 'invalid') throw error;
  const message = known[error.status];
  if (message) return message;
  if (error.outcome === 'throttled') return useAuthText.now('login.throttled', { count: error.retryAfter ?? 60 });
  if (error.outcome === 'unreachable' || error.outcome === 'unavailable') return useShared.now('error.unreachableText');
  return error.message || useShared.now('error.failed');
}
