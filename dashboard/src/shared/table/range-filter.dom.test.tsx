import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { openPage } from '@/test/dom';
import { MoneyField } from '../forms/money-field';
import { inOrder, isRange, RangeFilter, type Range } from './range-filter';

function Total() {
  const [total, setTotal] = useState<Range>(['', '']);
  return (
    <RangeFilter label="Total" value={total} onChange={setTotal} isWrong={!isRange(total)}>
      {(end) => <MoneyField {...end} />}
    </RangeFilter>
  );
}

describe('a range of a filter', () => {
  it('is one as long as its end is not below its start, and an open one is', () => {
    expect(isRange(['', ''])).toBe(true);
    expect(isRange(['10', ''])).toBe(true);
    expect(isRange(['9.5', '10'])).toBe(true);
    expect(isRange(['100', '20'])).toBe(false);
  });

  it('of days is what was meant when the later one was chosen first', () => {
    expect(inOrder(['2026-03-02', '2026-03-01'])).toEqual(['2026-03-01', '2026-03-02']);
    expect(inOrder(['2026-03-02', ''])).toEqual(['2026-03-02', '']);
  });

  it('names both its ends, and says when there is none', async () => {
    const { user } = await openPage(<Total />);
    await user.type(await screen.findByRole('textbox', { name: 'Total: From' }), '100');
    await user.type(screen.getByRole('textbox', { name: 'Total: To' }), '20');
    expect(screen.getByText('Maximum is below minimum')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'Total: To' }), '0');
    expect(screen.queryByText('Maximum is below minimum')).toBeNull();
  });
});
