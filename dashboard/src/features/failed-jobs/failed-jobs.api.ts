import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import type { Page } from '@/shared/api/wire';

/** A dead job of the store. */
export interface FailedJob {
  id: string;
  kind: string;
  attempts: number;
  /** Technical message for the administrator; not localised. */
  last_error: string | null;
  created_at: string;
  finished_at: string | null;
}

export const failedJobsKey = ['jobs', 'dead'] as const;

/** All dead jobs, 100 at most: one page of a list. */
export const failedJobsQuery = queryOptions({
  queryKey: failedJobsKey,
  queryFn: async ({ signal }): Promise<Page<FailedJob>> => {
    const { data } = await api.get('/jobs/dead', { signal });
    const total = data.length;
    return {
      data,
      links: { first: null, last: null, prev: null, next: null },
      meta: {
        current_page: 1,
        per_page: 100,
        last_page: 1,
        from: total > 0 ? 1 : null,
        to: total > 0 ? total : null,
        total,
      },
    };
  },
});

export const retryJob = (id: string) => api.post('/jobs/dead/{id}/retry', { path: { id } });
export const discardJob = (id: string) => api.delete('/jobs/dead/{id}', { path: { id } });
export const retryJobs = async (items: string[]) =>
  (await api.post('/jobs/dead/retryMany', { body: { items } })).data.results;
export const discardJobs = async (items: string[]) =>
  (await api.delete('/jobs/dead/deleteMany', { body: { items } })).data.results;
