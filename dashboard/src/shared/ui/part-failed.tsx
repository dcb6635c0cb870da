import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { mayReload } from '../api/build';
import { isApiError } from '../api/error';
import { PartError } from '../api/parts';
import { isOnline } from '../lib/line';
import { reportError } from '../lib/report';
import { useShared } from '../i18n/use-shared';
import { EmptyState } from './empty-state';
import { toast } from './toast';

const texts = { offline: 'part.offline', version: 'part.version', failed: 'part.failed' } as const;

/** Reloads on request: not offline, which would show the browser's own error page, and not over unsaved input. */
function reloadSafely(): void {
  if (mayReload()) {
    location.reload();
    return;
  }
  const s = useShared.now;
  if (isOnline()) toast.warning({ id: 'part', title: s('draft.title'), message: s('part.version') });
  else toast.warning({ id: 'part', title: s('line.offline'), message: s('part.offline') });
}

/** Shows a toast for a failed chunk that has no place of its own in the page. */
export function toastPartError(error: unknown): void {
  const s = useShared.now;
  const reason = error instanceof PartError ? error.reason : 'failed';
  toast.warning({
    id: 'part',
    title: s('part.title'),
    message: s(texts[reason]),
    action: reason === 'version' ? { label: s('reload'), run: reloadSafely } : undefined,
  });
}

/** Reports the failure of an action unless the client already has: it shows refused calls itself. */
export function reportUnhandledError(error: unknown, where: string): void {
  if (isApiError(error)) return;
  if (error instanceof PartError) {
    toastPartError(error);
    return;
  }
  reportError(error, where);
  toast.danger(useShared.now('error.failed'));
}

/** Replaces a page or card whose chunk failed to load. It retries when the browser is online again. */
export function PartErrorState({ error, onRetry, order }: { error: PartError; onRetry: () => void; order?: 1 | 2 }) {
  const s = useShared();
  useEffect(() => {
    error.forget();
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [error, onRetry]);
  const retry = () => {
    // Some browsers cache the failure for the life of the page; a reload requests it again.
    if (error.failures > 1 && mayReload()) location.reload();
    else if (error.reason === 'version') reloadSafely();
    else onRetry();
  };
  return (
    <EmptyState order={order} illustration="cloud" title={s('part.title')} text={s(texts[error.reason])}>
      <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={retry}>
        {s(error.reason === 'version' ? 'reload' : 'tryAgain')}
      </Button>
    </EmptyState>
  );
}
