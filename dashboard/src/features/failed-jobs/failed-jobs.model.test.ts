import { expect, it } from 'vitest';
import { reasonOf } from './failed-jobs.model';

it('reads the reason out of what the program said', () => {
  const read = (last_error: string | null) => reasonOf({ last_error });
  expect(read('connection refused (os error 111)')).toBe('unreachable');
  expect(read('operation timed out')).toBe('unreachable');
  expect(read('blob not found: a/b.png')).toBe('file');
  expect(read('database is locked')).toBe('busy');
  expect(read('every worker that ran it died')).toBe('crashed');
  expect(read('used up its attempts')).toBe('other');
  expect(read(null)).toBe('other');
});
