import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isApiError } from '../api/error';
import { useShared } from '../i18n/use-shared';
import { EmptyState } from './empty-state';

/** A page or card that could not be loaded, with the way to try again. A 404 says so instead. */
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
  /** 1 where it stands for the whole page. */
  order?: 1 | 2;
  /** Another way on than trying again. */
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
