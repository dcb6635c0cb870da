import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, serve } from '@/test/dom';
import { part } from '@/test/part';
import type { CodRules } from './cod-rules.api';
import { CodRulesPage } from './cod-rules-page';

const none = part<CodRules>({
  rules: [],
  otherwise: 'confirm',
  high_value: '500.00',
  deposit_hours: 24,
  version: 1,
  has_prepaid: true,
  has_bank_account: true,
});
const focused = () => (document.activeElement as HTMLInputElement).value;

describe('the rules for cash orders', () => {
  it('or_01_suggest_rules_where_there_are_none_in_their_card_with_one_button', async () => {
    serve(() => [200, { data: none }]);
    const { user } = await openPage(<CodRulesPage />);
    const empty = (await screen.findByRole('heading', { name: 'No rules yet' })).parentElement as HTMLElement;
    expect(within(empty).getAllByRole('button')).toHaveLength(1);
    await user.click(within(empty).getByRole('button', { name: 'Start with suggested rules' }));
    expect(screen.getAllByRole('region', { name: /^Rule \d/ })).toHaveLength(3);
    expect(focused()).toBe('High-risk number');
  });

  it('or_01_take_the_focus_to_the_name_of_an_added_rule', async () => {
    serve(() => [200, { data: none }]);
    const { user } = await openPage(<CodRulesPage />);
    await user.click(await screen.findByRole('button', { name: 'Start with suggested rules' }));
    await user.click(screen.getByRole('button', { name: 'Add rule' }));
    const added = await screen.findByRole('region', { name: 'Rule 4' });
    await waitFor(() => expect(added.contains(document.activeElement)).toBe(true));
    expect(focused()).toBe('');
  });
});
