import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { openPage } from '@/test/dom';
import { RuleGroups } from './rule-groups';
import { RuleLine } from './rule-line';
import { RuleValue, type ValueInput } from './rule-value';

type Rule = [field: 'city' | 'blocked', op: 'is' | 'is_not', ...values: string[]];

const fields = [
  { value: 'city', label: 'City' },
  { value: 'blocked', label: 'Blocked' },
] as const;
const ops = {
  city: [
    { value: 'is', label: 'is' },
    { value: 'is_not', label: 'is not' },
  ],
  blocked: [{ value: 'is', label: 'is' }],
} as const;

function Builder({ maxRules = 3, input = 'words' }: { maxRules?: number; input?: ValueInput }) {
  const [groups, setGroups] = useState<Rule[][]>([[['city', 'is']]]);
  return (
    <>
      <RuleGroups<Rule>
        groups={groups}
        onChange={setGroups}
        createRule={() => ['city', 'is']}
        mostGroups={maxRules}
        mostRules={maxRules}
      >
        {({ rule: [field, op, ...values], onChange, onRemove }) => (
          <RuleLine
            field={field}
            fields={fields}
            onField={(next) => onChange([next, 'is'])}
            op={op}
            ops={ops[field]}
            onOp={(next) => onChange([field, next, ...values])}
            onRemove={onRemove}
          >
            <RuleValue input={input} values={values} onChange={(changed) => onChange([field, op, ...changed])} />
          </RuleLine>
        )}
      </RuleGroups>
      <output>{JSON.stringify(groups)}</output>
    </>
  );
}

const state = () => JSON.parse(document.querySelector('output')?.textContent ?? 'null') as Rule[][];
const button = (name: string) => screen.getAllByRole('button', { name })[0] as HTMLElement;

describe('OR-01, CU-01: rules in groups', () => {
  it('are added and taken away, but for the only one', async () => {
    const { user } = await openPage(<Builder />);
    await screen.findByRole('group', { name: 'Match all rules' });
    expect(screen.queryByRole('button', { name: 'Remove rule' })).toBeNull();
    await user.click(button('Add rule'));
    await user.click(button('Add group'));
    expect(state().map((rules) => rules.length)).toEqual([2, 1]);
    const second = screen.getByRole('group', { name: 'Group 2: match all' });
    await user.click(within(second).getByRole('button', { name: 'Remove rule' }));
    expect(state().map((rules) => rules.length)).toEqual([2]);
    await user.click(button('Remove rule'));
    expect(screen.queryByRole('button', { name: 'Remove rule' })).toBeNull();
  });

  it('are no more than the server takes', async () => {
    const { user } = await openPage(<Builder maxRules={2} />);
    await user.click(await screen.findByRole('button', { name: 'Add rule' }));
    await user.click(button('Add group'));
    expect(screen.queryByRole('button', { name: 'Add group' })).toBeNull();
    expect(screen.getAllByRole('button', { name: 'Add rule' })).toHaveLength(1);
  });

  it('keep what was written, and ask how to compare only where there is a choice', async () => {
    const { user } = await openPage(<Builder />);
    await user.type(await screen.findByRole('combobox', { name: 'Value' }), 'Jeddah{Enter}');
    expect(state()).toEqual([[['city', 'is', 'Jeddah']]]);
    expect(screen.getByRole('combobox', { name: 'Comparison' })).toBeTruthy();
    await user.click(screen.getByRole('combobox', { name: 'Field' }));
    await user.click(await screen.findByRole('option', { name: 'Blocked', hidden: true }));
    expect(state()).toEqual([[['blocked', 'is']]]);
    expect(screen.queryByRole('combobox', { name: 'Comparison' })).toBeNull();
  });
});
