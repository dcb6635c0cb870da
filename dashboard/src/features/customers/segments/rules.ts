import type { Schema } from '@/shared/api/wire-schema';

/** Rules of a segment, as they go over the wire: every rule of a group, or another group. */
export type Field = Schema<'CustomerSegmentField'>;
export type Op = Schema<'CustomerSegmentOp'>;
export interface Rule {
  field: Field;
  op: Op;
  values: string[];
}
export type Groups = Rule[][];

/** How a field can be compared; the first is offered first. The server says the same. */
export const comparisons: Record<Field, readonly [Op, ...Op[]]> = {
  spent: ['gte', 'lte'],
  orders: ['gte', 'lte', 'is'],
  average: ['gte', 'lte'],
  last_order: ['not_within', 'within', 'never', 'gte', 'lte'],
  created: ['within', 'not_within', 'gte', 'lte'],
  city: ['is', 'is_not'],
  country: ['is', 'is_not'],
  tag: ['is', 'is_not'],
  group: ['is', 'is_not'],
  consent: ['is', 'is_not'],
  contact: ['is', 'is_not'],
  blocked: ['is'],
  refused: ['gte', 'lte'],
  cart: ['within', 'not_within'],
};

export const fields = Object.keys(comparisons) as Field[];

export const mostGroups = 5;
export const mostRules = 8;

/** What a value is asked with. */
export type Input = 'money' | 'count' | 'days' | 'day' | 'words' | 'choice' | 'none';

export function inputOf(field: Field, op: Op): Input {
  if (op === 'never') return 'none';
  if (op === 'within' || op === 'not_within') return 'days';
  switch (field) {
    case 'spent':
    case 'average':
      return 'money';
    case 'orders':
    case 'refused':
      return 'count';
    case 'last_order':
    case 'created':
      return 'day';
    case 'blocked':
    case 'contact':
      return 'choice';
    default:
      return 'words';
  }
}

export const fresh = (field: Field = 'spent'): Rule => ({ field, op: comparisons[field][0], values: [] });

/** A rule compared another way keeps its value where it is asked for in the same way. */
export const compared = (rule: Rule, op: Op): Rule => ({
  ...rule,
  op,
  values: inputOf(rule.field, op) === inputOf(rule.field, rule.op) ? rule.values : [],
});

/** The rule says something: it has the values it needs. */
export const isComplete = ({ field, op, values }: Rule): boolean =>
  inputOf(field, op) === 'none' || (values.length > 0 && values.every((value) => value.trim() !== ''));

/** The groups without one rule of theirs; a group without rules goes, and the last one keeps an empty rule. */
export function without(groups: Groups, group: number, rule?: number): Groups {
  const left = groups.map((rules, g) =>
    g === group ? rules.filter((_, r) => rule !== undefined && r !== rule) : rules,
  );
  const kept = left.filter((rules) => rules.length > 0);
  return kept.length > 0 ? kept : [[fresh()]];
}
