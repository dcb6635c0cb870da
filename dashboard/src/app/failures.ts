import type { ApiError } from '@/shared/api/error';
import type { CallOptions } from '@/shared/api/transport';
import { useShared } from '@/shared/i18n/use-shared';
import { isOnline } from '@/shared/lib/line';
import { reportError } from '@/shared/lib/report';
import { toast } from '@/shared/ui/toast';

export interface Reaction {
  /** Page to go to; `back` keeps the return path. */
  go?: '/ready' | '/login' | '/not-authorized' | '/server-unreachable';
  toast?: { tone: 'warning' | 'danger'; title: string; message?: string; lines?: string[] };
  log?: boolean;
}

/**
 * The error catalogue (core 8, editor 8) as one pure rule: the reaction to a failed call. `quiet` callers show the
 * failure themselves; a redirect to another page still happens. Failures of the sync poll are silent.
 */
export function reactTo(
  error: ApiError,
  call: Pick<CallOptions, 'quiet' | 'background' | 'signedIn' | 'form'>,
): Reaction {
  const s = useShared.now;
  const toastReaction = (tone: 'warning' | 'danger', title: string, message?: string, lines?: string[]): Reaction =>
    call.quiet || call.background ? {} : { toast: { tone, title, message, lines } };
  switch (error.outcome) {
    case 'onboarding':
      return { go: '/ready' };
    case 'signed_out':
      return call.signedIn === false ? toastReaction('warning', s('error.failed'), error.message) : { go: '/login' };
    case 'plan_limit':
    case 'aborted':
      return {};
    case 'forbidden':
      return call.background ? {} : { go: '/not-authorized' };
    case 'unavailable':
      return call.background ? {} : { go: '/server-unreachable' };
    case 'unreachable':
      // Shown for `quiet` callers as well: they do not know which change to check.
      if (error.code === 'unknown_outcome')
        return { toast: { tone: 'warning', title: s('line.unknown'), message: error.message } };
      // Offline the page stays: it may hold unsaved input.
      if (!isOnline()) return toastReaction('warning', s('line.offline'), s('line.offlineText'));
      return call.background
        ? {}
        : { ...toastReaction('danger', s('error.unreachable'), s('error.unreachableText')), go: '/server-unreachable' };
    case 'conflict':
      // The form compares both versions in a dialog; it needs the current row for that.
      if (call.form && error.isStale && error.current !== undefined) return {};
      return toastReaction('warning', s('error.failed'), error.message);
    case 'invalid':
      // A form shows each message at its field, and those without a field above the fields.
      if (call.form && error.messages.length > 0) return toastReaction('warning', s('error.invalid'));
      return toastReaction(
        'warning',
        s('error.invalid'),
        error.messages.length === 0 ? error.message : undefined,
        error.messages,
      );
    case 'throttled':
      return toastReaction(
        'warning',
        s('error.throttled'),
        error.retryAfter ? s('error.throttledText', { count: error.retryAfter }) : error.message,
      );
    case 'failed':
      return {
        ...toastReaction('danger', s(error.code === 'upload_failed' ? 'error.upload' : 'error.failed'), error.message),
        log: !call.background,
      };
    default:
      return toastReaction(
        'warning',
        s(error.code === 'invalid_item_selected' ? 'error.invalidItem' : 'error.failed'),
        error.message,
      );
  }
}

/** Executes a reaction. */
export function runReaction(
  reaction: Reaction,
  error: ApiError,
  navigate: (to: NonNullable<Reaction['go']>) => void,
): void {
  if (reaction.log) reportError(error, `api ${error.status}`);
  if (reaction.toast) {
    const { tone, ...content } = reaction.toast;
    // The same failure of several concurrent calls (a page of cards) is one toast.
    toast[tone]({ ...content, id: `${content.title}${content.message ?? ''}` });
  }
  if (reaction.go) navigate(reaction.go);
}
