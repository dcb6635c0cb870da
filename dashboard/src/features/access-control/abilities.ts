import type { Ability, AbilityAction, AbilitySubject } from '@/shared/session/session';

/** Subjects shown in the table; those without a screen are left out. */
export const shownSubjects = [
  'Dashboard',
  'Order',
  'Cart',
  'Customer',
  'Product',
  'Category',
  'Coupon',
  'Media',
  'Shipping',
  'Payment',
  'Setting',
  'ACL',
  'Staff',
] as const satisfies readonly AbilitySubject[];

/** The degree of access to a subject, from nothing to everything. */
export type AccessLevel = 'none' | 'read' | 'some' | 'all';

const actions: AbilityAction[] = ['read', 'create', 'update', 'delete', 'export'];

export function accessLevelOf(abilities: readonly Ability[], subject: AbilitySubject): AccessLevel {
  const granted = abilities.filter((a) => a.subject === subject || a.subject === 'all').map((a) => a.action);
  if (granted.includes('manage') || actions.every((action) => granted.includes(action))) return 'all';
  if (granted.some((action) => action !== 'read')) return 'some';
  return granted.length > 0 ? 'read' : 'none';
}
