import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { PartError } from '../api/parts';
import { useShared } from '../i18n/use-shared';
import { EmptyState } from './empty-state';
import { toast } from './toast';

const texts = { offline: 'part.offline', version: 'part.version', failed: 'part.failed' } as const;

/** Says that something the reader asked for did not come; for what has no place of its own in the page. */
export function tellPartFailed(error: unknown): void {
  const s = useShared.now;
  const reason = error instanceof PartError ? error.reason : 'failed';
  toast.warning({
    id: 'part',
    title: s('part.title'),
    message: s(texts[reason]),
    action: reason === 'version' ? { label: s('reload'), run: () => location.reload() } : undefined,
  });
}

/** The place of a page or a card that did not come. It asks again by itself as soon as there is a line. */
export function PartFailed({ error, onRetry, order }: { error: PartError; onRetry: () => void; order?: 1 | 2 }) {
  const s = useShared();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    error.forget();
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [error, onRetry]);
  const retry = () => {
    setTries(tries + 1);
    // Some browsers keep the failure for as long as the page lives; a page that is loaded anew asks again.
    if (error.reason === 'version' || tries > 0) location.reload();
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
