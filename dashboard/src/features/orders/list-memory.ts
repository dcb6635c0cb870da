import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';

/** What the server remembers of the list for this person in this store: chosen columns, and the view it opens with. */
export interface ListMemory {
  /** Keys in their order; null for the usual ones. */
  columns: string[] | null;
  defaultView: string | null;
}

export const memoryQuery = queryOptions({
  queryKey: ['preferences', 'orders.list'] as const,
  queryFn: async ({ signal }): Promise<ListMemory> => {
    const { value } = (await api.get('/preferences/{code}', { path: { code: 'orders.list' }, signal, quiet: true }))
      .data;
    const stored = (value ?? {}) as { columns?: unknown; default_view?: unknown };
    return {
      columns: Array.isArray(stored.columns) ? stored.columns.filter((key) => typeof key === 'string') : null,
      defaultView: typeof stored.default_view === 'string' ? stored.default_view : null,
    };
  },
  staleTime: Infinity,
});

export const keepMemory = (memory: ListMemory) =>
  api.put('/preferences/{code}', {
    path: { code: 'orders.list' },
    body: { value: { columns: memory.columns, default_view: memory.defaultView } },
    quiet: true,
  });
