import { describe, expect, it } from 'vitest';
import { actorKind, changeOf, newestFirst, type ActivityEntry } from './activity';

const entry = (over: Partial<ActivityEntry>): ActivityEntry => ({
  seq: 1,
  at: '2026-11-20T15:00:00Z',
  action: 'update_status',
  actor: { type: 'Merchant', name: 'أحمد', operator: null },
  note: null,
  before: { status: 'PEND' },
  after: { status: 'PRCS' },
  ...over,
});

describe('activity log', () => {
  it('or_07 knows the three actors in any case', () => {
    expect([actorKind('Customer'), actorKind('merchant'), actorKind('System'), actorKind('robot')]).toEqual([
      'customer',
      'merchant',
      'system',
      'system',
    ]);
  });
  it('or_07 reads both sides of a change', () => {
    expect(changeOf(entry({}), 'status')).toEqual({ from: 'PEND', to: 'PRCS' });
    expect(changeOf(entry({ before: null }), 'status')).toEqual({ from: null, to: 'PRCS' });
    expect(changeOf(entry({}), 'total')).toEqual({ from: null, to: null });
  });
  it('shows the newest first and keeps the list it was given', () => {
    const entries = [entry({ seq: 2 }), entry({ seq: 9 }), entry({ seq: 4 })];
    expect(newestFirst(entries).map((row) => row.seq)).toEqual([9, 4, 2]);
    expect(entries[0]?.seq).toBe(2);
  });
});
