import { useOrderPageText } from './page/i18n';

type Side = Record<string, unknown> | null;

/** The coupon code in `before` or `after` of an entry; null where it has none. */
function codeOf(side: Side): string | null {
  const coupon = side?.coupon;
  const code = typeof coupon === 'object' && coupon !== null && 'code' in coupon ? coupon.code : null;
  return typeof code === 'string' ? code : null;
}

/** Describes how an edit changed the order's coupon; null where it did not, or changed only the discount. */
export function describeCoupon(before: Side, after: Side): string | null {
  const t = useOrderPageText.now;
  const isolated = (code: string) => `\u2068${code}\u2069`;
  const [from, to] = [codeOf(before), codeOf(after)];
  if (from === to) return null;
  if (from === null && to !== null) return t('act.coupon.put', { code: isolated(to) });
  if (to === null && from !== null) return t('act.coupon.off', { code: isolated(from) });
  return t('act.coupon.other', { from: isolated(from ?? ''), to: isolated(to ?? '') });
}
