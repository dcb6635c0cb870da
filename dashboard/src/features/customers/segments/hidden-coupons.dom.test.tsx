import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, serve, signInAs } from '@/test/dom';
import BoughtRule from './bought-rule';
import { useRuleWords } from './rule-words';
import type { Rule } from './rules';

const withoutCoupons = () => signInAs([{ action: 'manage', subject: 'Customer' }]);
const rule = (values: string[], op: Rule['op'] = 'is', names: Rule['names'] = []): Rule => ({
  field: 'coupon',
  op,
  values,
  names,
});

function RuleSummary({ rules }: { rules: Rule[] }) {
  return (
    <output>
      {useRuleWords()
        .lines(rules.map((each) => [each]))
        .join('\n')}
    </output>
  );
}
const renderRules = async (...rules: Rule[]) => {
  serve(() => [200, { data: { tags: [], groups: [], cities: [], countries: [] } }]);
  const { unmount } = await openPage(<RuleSummary rules={rules} />);
  const lines = screen
    .getByRole('status')
    .textContent?.replaceAll(/[\u2068\u2069]/g, '')
    .split('\n');
  unmount();
  return lines;
};

describe('CU-01: rules over coupons, for whoever may not see coupons', () => {
  it('are shown without names, and never as deleted', async () => {
    withoutCoupons();
    expect(await renderRules(rule(['cpn_1']), rule(['cpn_1', 'cpn_2'], 'is_not'), rule(['any']))).toEqual([
      'Used the selected coupon',
      'Used none of 2 selected coupons',
      'Used a coupon',
    ]);
  });

  it('are shown as deleted to readers of coupons', async () => {
    const deletedRule = rule(['cpn_1', 'cpn_2'], 'is', [{ ar: 'AHLAN' }, {}]);
    expect(await renderRules(deletedRule)).toEqual(['Used coupon AHLAN or Deleted']);
  });

  it('show in the form that a coupon is chosen, beside a field that has a name', async () => {
    serve(() => [200, { data: [] }]);
    withoutCoupons();
    await openPage(<BoughtRule rule={rule(['cpn_1'])} path="groups.0.0" errors={{}} onChange={() => {}} />);
    expect(screen.getByText('Coupon selected')).toBeTruthy();
    expect(screen.queryByText('Deleted')).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Select coupon' }).disabled).toBe(true);
  });
});
