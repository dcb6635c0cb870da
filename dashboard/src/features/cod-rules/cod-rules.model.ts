import type { CodAction, CodRules, CodRulesIn } from './cod-rules.api';

/** A rule as form values. */
export interface RuleValues {
  /** Key of the rule in lists, stable while it is moved. */
  key: string;
  name: string;
  is_active: boolean;
  action: CodAction;
  score_from: number | null;
  score_below: number | null;
  total_from: string;
  total_below: string;
  cities: string[];
  first: 'any' | 'yes' | 'no';
  /** How the deposit is given; neither is sent for other actions. */
  deposit_kind: 'percent' | 'amount';
  deposit_percent: number | null;
  deposit_amount: string;
}
export interface Values {
  rules: RuleValues[];
  otherwise: CodRulesIn['otherwise'];
  high_value: string;
  deposit_hours: number | null;
}

export const actions = [
  'ship',
  'confirm',
  'deposit',
  'prepay',
  'hide_cod',
  'block',
] as const satisfies readonly CodAction[];

// Makes keys unique over page loads: a rule restored from a draft must not get the key of another.
const born = Date.now().toString(36);
let idCount = 0;
const nextKey = () => `rule-${born}-${(idCount += 1)}`;

export const blank = (over: Partial<RuleValues> = {}): RuleValues => ({
  key: nextKey(),
  name: '',
  is_active: true,
  action: 'confirm',
  score_from: null,
  score_below: null,
  total_from: '',
  total_below: '',
  cities: [],
  first: 'any',
  deposit_kind: 'percent',
  deposit_percent: 20,
  deposit_amount: '',
  ...over,
});

/** Suggested rules to start with, named in the caller's language. */
export const suggested = (highValue: string, [bad, large, good]: readonly [string, string, string]): RuleValues[] => [
  blank({ name: bad, action: 'hide_cod', score_below: 20 }),
  blank({ name: large, action: 'confirm', total_from: highValue, first: 'yes' }),
  blank({ name: good, action: 'ship', score_from: 65 }),
];

export const valuesOf = (rules: CodRules): Values => ({
  otherwise: rules.otherwise as CodRulesIn['otherwise'],
  high_value: rules.high_value,
  deposit_hours: rules.deposit_hours,
  rules: rules.rules.map((rule) =>
    blank({
      name: rule.name,
      is_active: rule.is_active,
      action: rule.action,
      score_from: rule.score_from ?? null,
      score_below: rule.score_below ?? null,
      total_from: rule.total_from ?? '',
      total_below: rule.total_below ?? '',
      cities: rule.cities,
      first:
        rule.is_first_order === null || rule.is_first_order === undefined ? 'any' : rule.is_first_order ? 'yes' : 'no',
      ...(rule.action === 'deposit' && {
        deposit_kind: rule.deposit_amount ? ('amount' as const) : ('percent' as const),
        deposit_percent: rule.deposit_percent ? Number(rule.deposit_percent) : null,
        deposit_amount: rule.deposit_amount ?? '',
      }),
    }),
  ),
});

export const sentOf = (values: Values): CodRulesIn => ({
  otherwise: values.otherwise,
  high_value: values.high_value || null,
  deposit_hours: values.deposit_hours,
  rules: values.rules.map(({ key: _key, first, total_from, total_below, deposit_kind, ...rule }) => ({
    ...rule,
    deposit_percent:
      rule.action === 'deposit' && deposit_kind === 'percent' && rule.deposit_percent !== null
        ? String(rule.deposit_percent)
        : null,
    deposit_amount: rule.action === 'deposit' && deposit_kind === 'amount' ? rule.deposit_amount || null : null,
    total_from: total_from || null,
    total_below: total_below || null,
    is_first_order: first === 'any' ? null : first === 'yes',
  })),
});
