import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, sent, serve, signInAs } from '@/test/dom';
import { FailedJobsPage } from './failed-jobs-page';

const job = {
  id: 'job_1',
  kind: 'run_import',
  attempts: 8,
  last_error: 'connection refused (os error 111)',
  created_at: '2027-01-15T08:00:00Z',
  finished_at: '2027-01-15T09:00:00Z',
};

describe('failed background work', () => {
  it('says in plain words what failed, why and how often; the program’s own words are folded away', async () => {
    serve(() => [200, { data: [job] }]);
    await openPage(<FailedJobsPage />, { language: 'ar' });
    expect(await screen.findByText('استيراد المنتجات')).toBeTruthy();
    expect(screen.getByText(/لم يستجب الموقع المطلوب/)).toBeTruthy();
    expect(screen.getByText('8 محاولات')).toBeTruthy();
    expect(screen.getByText(job.last_error).closest('details')?.open).toBe(false);
  });

  it('tries again at a press, discards after a question', async () => {
    let jobs = [job];
    serve(({ method, url }) => {
      if (method === 'DELETE' && url === '/jobs/dead/job_1') jobs = [];
      return [200, { data: method === 'GET' ? jobs : { message: 'ok' } }];
    });
    const { user } = await openPage(<FailedJobsPage />);
    await user.click(await screen.findByRole('button', { name: 'Try again: Importing products' }));
    await waitFor(() => expect(sent).toContainEqual({ method: 'POST', url: '/jobs/dead/job_1/retry', body: {} }));
    await user.click(screen.getByRole('button', { name: 'Discard: Importing products' }));
    expect(sent.some((call) => call.method === 'DELETE')).toBe(false);
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('No failed jobs')).toBeTruthy();
  });

  it('offers nothing to who may only read, and says when there is nothing', async () => {
    signInAs([{ action: 'read', subject: 'Setting' }]);
    serve(() => [200, { data: [job] }]);
    await openPage(<FailedJobsPage />);
    await screen.findByText('Importing products');
    expect(screen.queryByRole('button', { name: /Discard|Try again/ })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
