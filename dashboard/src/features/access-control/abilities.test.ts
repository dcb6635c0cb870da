import { describe, expect, it } from 'vitest';
import { accessLevelOf } from './abilities';

describe('gu_11 how far abilities reach', () => {
  it('nothing, reading, some of it, all of it', () => {
    expect(accessLevelOf([], 'Order')).toBe('none');
    expect(accessLevelOf([{ action: 'read', subject: 'Product' }], 'Order')).toBe('none');
    expect(accessLevelOf([{ action: 'read', subject: 'Order' }], 'Order')).toBe('read');
    expect(accessLevelOf([{ action: 'read', subject: 'all' }], 'Order')).toBe('read');
    expect(accessLevelOf([{ action: 'update', subject: 'Order' }], 'Order')).toBe('some');
    expect(accessLevelOf([{ action: 'manage', subject: 'Order' }], 'Order')).toBe('all');
    expect(accessLevelOf([{ action: 'manage', subject: 'all' }], 'Staff')).toBe('all');
  });
  it('every action by itself is all of them', () => {
    const each = (['read', 'create', 'update', 'delete', 'export'] as const).map((action) => ({
      action,
      subject: 'Order' as const,
    }));
    expect(accessLevelOf(each, 'Order')).toBe('all');
  });
});
