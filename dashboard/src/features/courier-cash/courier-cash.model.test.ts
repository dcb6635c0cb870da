import { describe, expect, it } from 'vitest';
import { isZero, nextSteps, stageOf, sumOf } from './courier-cash.model';

describe('courier cash', () => {
  it('or_06_the_stage_of_a_settlement_follows_its_sheet', () => {
    expect(stageOf('draft', { status: 'mapping' })).toBe('mapping');
    expect(stageOf('draft', { status: 'checked' })).toBe('checked');
    // A check that finds nothing to book ends the import of the sheet: the settlement is still a draft.
    expect(stageOf('draft', { status: 'done' })).toBe('nothing');
    expect(stageOf('posted', { status: 'running' })).toBe('posting');
    expect(stageOf('posted', { status: 'done' })).toBe('posted');
    expect(stageOf('posted', null)).toBe('posted');
    expect(stageOf('draft', null)).toBe('gone');
  });

  it('or_06_only_a_checked_draft_is_posted', () => {
    expect(nextSteps('draft', 'checked')).toMatchObject({ canPost: true, canCheck: true, canEdit: true });
    expect(nextSteps('draft', 'mapping')).toMatchObject({ canPost: false, canCheck: true });
    expect(nextSteps('draft', 'checking')).toMatchObject({ canPost: false, canCheck: false, canEdit: false });
    expect(nextSteps('posted', 'posted')).toMatchObject({ canPost: false, canCheck: false, canMap: false });
    // What stopped while it was posted is not checked again: its rows are booked.
    expect(nextSteps('posted', 'failed')).toMatchObject({ canCheck: false, canMap: false });
  });

  it('or_06_amounts_are_added_as_decimals', () => {
    expect(sumOf(['0.10', '0.20'])).toBe('0.30');
    expect(sumOf(['1000.005', '2'])).toBe('1002.005');
    expect(sumOf(['5.00', '-7.50'])).toBe('-2.50');
    expect(sumOf([])).toBe('0');
    expect([isZero('0.00'), isZero('0'), isZero('-0.50'), isZero('10')]).toEqual([true, true, false, false]);
  });
});
