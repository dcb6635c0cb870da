import { describe, expect, it } from 'vitest';
import { listKey } from './use-list-keys';

const press = (key: string, code: string, over: Partial<KeyboardEvent> = {}) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...over,
});

describe('listKey', () => {
  it('or_01 reads the letters on a Latin and on an Arabic keyboard', () => {
    expect(listKey(press('j', 'KeyJ'), false)).toBe('next');
    expect(listKey(press('ت', 'KeyJ'), false)).toBe('next');
    expect(listKey(press('ن', 'KeyK'), false)).toBe('previous');
    expect(listKey(press('ء', 'KeyX'), true)).toBe('select');
    expect(listKey(press('ظ', 'Slash'), false)).toBe('search');
  });
  it('leaves the arrows to the page until the focus is inside the list', () => {
    expect(listKey(press('ArrowDown', 'ArrowDown'), false)).toBeNull();
    expect(listKey(press('ArrowDown', 'ArrowDown'), true)).toBe('next');
    expect(listKey(press('ArrowUp', 'ArrowUp'), true)).toBe('previous');
  });
  it('or_01 Escape lets go of the chosen rows, wherever the focus is', () => {
    expect(listKey(press('Escape', 'Escape'), false)).toBe('clear');
    expect(listKey(press('Escape', 'Escape'), true)).toBe('clear');
    expect(listKey(press('Escape', 'Escape', { shiftKey: true }), true)).toBeNull();
  });
  it('or_01 a question mark of either keyboard opens the list of shortcuts', () => {
    expect(listKey(press('?', 'Slash', { shiftKey: true }), false)).toBe('help');
    expect(listKey(press('؟', 'Slash', { shiftKey: true }), true)).toBe('help');
  });
  it('never takes a shortcut of the browser', () => {
    expect(listKey(press('x', 'KeyX', { ctrlKey: true }), true)).toBeNull();
    expect(listKey(press('j', 'KeyJ', { metaKey: true }), true)).toBeNull();
    expect(listKey(press('J', 'KeyJ', { shiftKey: true }), true)).toBeNull();
  });
});
