import { Button } from '@mantine/core';
import { isApiError, type ApiError } from '../api/error';
import { useShared } from '../i18n/use-shared';
import { ErrorState } from '../ui/error-state';
import type { ListState } from './use-list';

/** Shown in place of rows that failed to load. */
export function ListFailure({ list, error, onRetry }: { list: ListState; error: ApiError; onRetry: () => void }) {
  const s = useShared();
  // The address has invalid filters, from an old bookmark: retrying would not help.
  const isAddress = list.narrowed && isApiError(error) && error.outcome === 'invalid';
  return (
    <ErrorState title={s('error.list')} error={error} onRetry={isAddress ? undefined : onRetry}>
      {isAddress && (
        <Button variant="default" onClick={() => list.clear()}>
          {s('list.clearFilters')}
        </Button>
      )}
    </ErrorState>
  );
}
