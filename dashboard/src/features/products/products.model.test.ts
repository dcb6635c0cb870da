import { describe, expect, it } from 'vitest';
import { usuallyMissing } from './products.model';

const row = (...languages: ('ar' | 'en')[]) => ({
  untranslated: languages.map((language) => ({ language, field: 'name' })),
});

describe('what rows lack', () => {
  it('pr-08: a gap that most rows have is shown on none of them', () => {
    expect(usuallyMissing([row('en'), row('en'), row()])).toEqual(new Set(['en']));
    expect(usuallyMissing([row('en'), row(), row()])).toEqual(new Set());
    expect(usuallyMissing([row('en'), row('ar')])).toEqual(new Set());
    expect(usuallyMissing([])).toEqual(new Set());
  });
});
