import { describe, expect, it } from 'vitest';
import { checkFile, maxFileBytes, progressOf } from './file-import.model';

describe('files that are imported', () => {
  it('pr_09 a file is turned away before it is sent when its name or size is wrong', () => {
    expect(checkFile({ name: 'products.csv', size: maxFileBytes })).toBeNull();
    expect(checkFile({ name: 'PRODUCTS.CSV', size: 10 })).toBeNull();
    expect(checkFile({ name: 'products.csv', size: maxFileBytes + 1 })).toBe('size');
    expect(checkFile({ name: 'products.csv', size: 0 })).toBe('empty');
    expect(checkFile({ name: 'products.xlsx', size: 10 })).toBeNull();
    expect(checkFile({ name: 'products.csv.zip', size: 10 })).toBe('type');
  });

  it('pr_09 progress is unknown until the file has been counted', () => {
    expect(progressOf({ total: 0, done: 0 })).toBeNull();
    expect(progressOf({ total: 200, done: 50 })).toBe(0.25);
    expect(progressOf({ total: 10, done: 11 })).toBe(1);
  });
});
