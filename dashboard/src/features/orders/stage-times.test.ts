import { describe, expect, it } from 'vitest';
import type { ActivityEntry } from '@/modules/activity-log/activity';
import { part } from '@/test/part';
import { stageTimes } from './stage-times';

const moved = (seq: number, to: string, at: string) =>
  part<ActivityEntry>({ seq, action: 'update_status', before: {}, after: { status: to }, at });

describe('the times of an order’s stages', () => {
  it('or_02 are those of its activity, in any order, the last one for a stage that it came back to', () => {
    expect(
      stageTimes([
        moved(5, 'ODLV', '2026-11-05'),
        moved(4, 'PRCS', '2026-11-04'),
        moved(3, 'RDYS', '2026-11-03'),
        moved(2, 'PRCS', '2026-11-02'),
        part<ActivityEntry>({ seq: 1, action: 'create', before: null, after: null, at: '2026-11-01' }),
      ]),
    ).toEqual({ PEND: '2026-11-01', PRCS: '2026-11-04', RDYS: '2026-11-03', SHPD: '2026-11-05' });
  });
});
