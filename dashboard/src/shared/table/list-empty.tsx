import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShared } from '../i18n/use-shared';
import { EmptyState } from '../ui/empty-state';
import type { IllustrationName } from '../ui/illustrations';
import type { ListState } from './use-list';

export interface EmptyList {
  title: string;
  text?: string;
  illustration?: IllustrationName;
  action?: ReactNode;
}

/** A list without rows: nothing matches, the tab has none, or there is nothing yet. Each with its next step. */
export function ListEmpty({
  list,
  empty,
  isNarrowed,
  onClear,
}: {
  list: ListState;
  empty: EmptyList;
  /** By more than the open tab. */
  isNarrowed: boolean;
  onClear: () => void;
}) {
  const s = useShared();
  const illustration = empty.illustration ?? 'box';
  if (isNarrowed) {
    return (
      <EmptyState illustration="search" title={s('list.noResults')} text={s('list.noResultsText')}>
        <Button variant="default" onClick={onClear}>
          {s('list.clearFilters')}
        </Button>
      </EmptyState>
    );
  }
  if (list.narrowed) {
    return (
      <EmptyState illustration={illustration} title={s('list.emptyTab')}>
        <Button variant="default" onClick={() => list.clear()}>
          {s('list.showAll')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState illustration={illustration} title={empty.title} text={empty.text}>
      {empty.action}
    </EmptyState>
  );
}
