import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';

/** The user's stored preferences of the list in this store: columns, and the default view. */
export interface ListMemory {
  /** Keys in their order; null for the defaults. */
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
