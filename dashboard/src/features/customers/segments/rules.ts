import type { ValueInput } from '@/modules/rule-builder/rule-value';
import type { Schema } from '@/shared/api/wire-schema';

/** Rules of a segment, as they go over the wire: every rule of a group, or another group. */
export type Field = Schema<'CustomerSegmentField'>;
export type Op = Schema<'CustomerSegmentOp'>;
type Texts = Schema<'Texts'>;
export interface Rule {
  field: Field;
  op: Op;
  values: string[];
  /** Of what was bought or used: only in the last so many days. */
  days?: number | null;
  /** Of what was bought or used: in so many orders at least. */
  times?: number | null;
  /** What the values are called, in their order; the server knows better. */
  names?: Texts[];
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
  product: ['is', 'is_not'],
  category: ['is', 'is_not'],
  coupon: ['is', 'is_not'],
};

export const fields = Object.keys(comparisons) as Field[];

export const mostGroups = 5;
export const mostRules = 8;

/** What a value is asked with. */
export type Input = ValueInput | 'products' | 'categories' | 'coupons' | 'none';

/** One field asks for it; what was bought or used is asked for by several. */
export const isPlain = (input: Input): input is ValueInput =>
  input !== 'products' && input !== 'categories' && input !== 'coupons' && input !== 'none';

/** Stands for every coupon. */
export const anyCoupon = 'any';

/** The rule is about what was bought or used, and can be narrowed to some days and a number of orders. */
export const isBought = (field: Field): boolean => ['product', 'category', 'coupon'].includes(field);

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
    case 'product':
      return 'products';
    case 'category':
      return 'categories';
    case 'coupon':
      return 'coupons';
    case 'tag':
      return 'words';
    default:
      return 'choices';
  }
}

export const newRule = (field: Field = 'spent'): Rule => ({ field, op: comparisons[field][0], values: [] });

/** A rule compared another way keeps its value where it is asked for in the same way. */
export const compared = (rule: Rule, op: Op): Rule => ({
  ...rule,
  op,
  values: inputOf(rule.field, op) === inputOf(rule.field, rule.op) ? rule.values : [],
  // "Not in three orders" would be heard as "never".
  ...(op === 'is_not' && rule.times !== undefined && { times: null }),
});

/** The values of a rule with what they are called, and the way back. */
export const chosenOf = ({ values, names = [] }: Rule): { id: string; name: Texts }[] =>
  values.map((id, at) => ({ id, name: names[at] ?? {} }));
export const withChosen = (rule: Rule, chosen: readonly { id: string; name: Texts }[]): Rule => ({
  ...rule,
  values: chosen.map(({ id }) => id),
  names: chosen.map(({ name }) => name),
});

/** The rule says something: it has the values it needs. */
export const isComplete = ({ field, op, values }: Rule): boolean =>
  inputOf(field, op) === 'none' || (values.length > 0 && values.every((value) => value.trim() !== ''));
