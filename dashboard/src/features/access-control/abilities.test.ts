import { describe, expect, it } from 'vitest';
import { reachOf } from './abilities';

describe('gu_11 how far abilities reach', () => {
  it('nothing, reading, some of it, all of it', () => {
    expect(reachOf([], 'Order')).toBe('none');
    expect(reachOf([{ action: 'read', subject: 'Product' }], 'Order')).toBe('none');
    expect(reachOf([{ action: 'read', subject: 'Order' }], 'Order')).toBe('read');
    expect(reachOf([{ action: 'read', subject: 'all' }], 'Order')).toBe('read');
    expect(reachOf([{ action: 'update', subject: 'Order' }], 'Order')).toBe('some');
    expect(reachOf([{ action: 'manage', subject: 'Order' }], 'Order')).toBe('all');
    expect(reachOf([{ action: 'manage', subject: 'all' }], 'Staff')).toBe('all');
  });
  it('every action by itself is all of them', () => {
    const each = (['read', 'create', 'update', 'delete', 'export'] as const).map((action) => ({
      action,
      subject: 'Order' as const,
    }));
    expect(reachOf(each, 'Order')).toBe('all');
  });
});
