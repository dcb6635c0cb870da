import { describe, expect, it } from 'vitest';
import { resultTabs } from './imports.model';

describe('product imports', () => {
  it('pr_09 the page opens with the rows that need the merchant: failures, or those an undo left', () => {
    expect(resultTabs({ status: 'done', failed_count: 3, kept_count: 0, noted_count: 0 })).toEqual(['failed', 'all']);
    expect(resultTabs({ status: 'done', failed_count: 0, kept_count: 0, noted_count: 0 })).toEqual(['all']);
    expect(resultTabs({ status: 'undone', failed_count: 3, kept_count: 2, noted_count: 1 })).toEqual(['kept', 'all']);
    expect(resultTabs({ status: 'checked', failed_count: 0, kept_count: 0, noted_count: 2 })).toEqual(['all', 'noted']);
  });
});
