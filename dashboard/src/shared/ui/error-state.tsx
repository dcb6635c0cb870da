import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isApiError } from '../api/error';
import { useShared } from '../i18n/use-shared';
import { EmptyState } from './empty-state';

/** A page or card that failed to load, with a retry button. A 404 has its own text. */
export function ErrorState({
  error,
  onRetry,
  title,
  order,
  children,
}: {
  error?: unknown;
  onRetry?: () => void;
  title?: string;
  /** 1 where it replaces the whole page. */
  order?: 1 | 2;
  /** Another action than retrying. */
  children?: ReactNode;
}) {
  const s = useShared();
  if (isApiError(error) && error.outcome === 'not_found') {
    return (
      <EmptyState order={order} illustration="map" title={s('state.notFound')} text={s('state.notFoundText')}>
        {order === 1 && (
          <Button
            variant="default"
            onClick={() => (window.history.length > 1 ? window.history.back() : window.location.assign('/'))}
          >
            {s('back')}
          </Button>
        )}
      </EmptyState>
    );
  }
  const text = isApiError(error) && error.message ? error.message : s('state.errorText');
  return (
    <EmptyState order={order} illustration="crack" title={title ?? s('state.error')} text={text}>
      {onRetry && (
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
          {s('tryAgain')}
        </Button>
      )}
      {children}
    </EmptyState>
  );
}
