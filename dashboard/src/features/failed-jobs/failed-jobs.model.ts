import type { FailedJob } from './failed-jobs.api';

export type Reason = 'unreachable' | 'file' | 'busy' | 'crashed' | 'other';

/** Classifies the error message of a job, as far as it is known. */
export function reasonOf(job: Pick<FailedJob, 'last_error'>): Reason {
  const text = (job.last_error ?? '').toLowerCase();
  if (/worker that ran it died|panicked/.test(text)) return 'crashed';
  if (/timed? ?out|connect|dns|unreachable|refused|network/.test(text)) return 'unreachable';
  if (/not found|no such|missing|decode|unsupported|format|image|blob/.test(text)) return 'file';
  if (/busy|locked|conflict|serializ/.test(text)) return 'busy';
  return 'other';
}
