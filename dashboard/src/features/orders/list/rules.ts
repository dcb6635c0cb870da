/** Conditions in groups, as in the URL and the API (OR-01): all rules of any one group must match. */
export type Rule = [field: string, op: string, ...values: string[]];
export type Groups = Rule[][];

export const fields = [
  'status',
  'payment_status',
  'payment',
  'shipping',
  'shipping_method',
  'city',
  'country',
  'total',
  'created_at',
  'tag',
  'sku',
  'customer_type',
  'cod',
  'assignee',
  'coupon',
] as const;
export type Field = (typeof fields)[number];

export const isField = (name: string): name is Field => (fields as readonly string[]).includes(name);

/** Comparisons of a field; the first is the default. The same table as on the server. */
export const comparisons: Record<Field, readonly string[]> = {
  status: ['is', 'is_not'],
  payment_status: ['is'],
  payment: ['is', 'is_not'],
  shipping: ['is', 'is_not'],
  shipping_method: ['is'],
  city: ['is', 'is_not'],
  country: ['is', 'is_not'],
  total: ['gte', 'lte'],
  created_at: ['is', 'gte', 'lte'],
  tag: ['is', 'is_not'],
  sku: ['is'],
  customer_type: ['is'],
  cod: ['is'],
  assignee: ['is'],
  coupon: ['is', 'is_not'],
};

/** The input for a rule's value. */
export function inputOf(field: Field, op: string): 'money' | 'day' | 'choice' | 'choices' | 'words' {
  switch (field) {
    case 'total':
      return 'money';
    case 'created_at':
      return op === 'is' ? 'choice' : 'day';
    case 'sku':
      return 'words';
    default:
      return 'choices';
  }
}

export const dayWords = [
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'this_month',
  'last_month',
] as const;
export const codStates = ['to_confirm', 'to_collect', 'uncollected', 'collected', 'lost'] as const;
export const customerTypes = ['new', 'returning', 'guest'] as const;

export const mostGroups = 10;

/** Parses the URL's value; null when it is invalid. */
export function readGroups(text: string | number | undefined): Groups | null {
  if (text === undefined || text === '') return null;
  try {
    const read: unknown = JSON.parse(String(text));
    const isRule = (rule: unknown): rule is Rule =>
      Array.isArray(rule) &&
      rule.length > 2 &&
      rule.every((part) => typeof part === 'string' && part !== '') &&
      isField(rule[0] as string);
    const isGroup = (group: unknown): group is Rule[] =>
      Array.isArray(group) && group.length > 0 && group.length <= mostGroups && group.every(isRule);
    return Array.isArray(read) && read.length > 0 && read.length <= mostGroups && read.every(isGroup) ? read : null;
  } catch {
    return null;
  }
}

export const writeGroups = (groups: Groups): string | undefined =>
  groups.length > 0 ? JSON.stringify(groups) : undefined;

/** A rule is complete when it has values. */
export const isComplete = ([, , ...values]: Rule): boolean =>
  values.length > 0 && values.every((value) => value !== '');
