import { Button } from '@mantine/core';
import { isApiError, type ApiError } from '../api/error';
import { useShared } from '../i18n/use-shared';
import { ErrorState } from '../ui/error-state';
import type { ListState } from './use-list';

/** In the place of rows that did not come. */
export function ListFailure({ list, error, onRetry }: { list: ListState; error: ApiError; onRetry: () => void }) {
  const s = useShared();
  // An address that asks for what there is not, an old bookmark's: trying again would not help.
  const isAddress = list.narrowed && isApiError(error) && error.outcome === 'invalid';
  return (
    <ErrorState title={s('error.list')} error={error} onRetry={isAddress ? undefined : onRetry}>
      {isAddress && (
        <Button variant="default" onClick={list.clear}>
          {s('list.clearFilters')}
        </Button>
      )}
    </ErrorState>
  );
}
