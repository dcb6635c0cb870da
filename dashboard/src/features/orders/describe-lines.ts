import { formatNumber } from '@/shared/i18n/format';
import { textOf } from '@/shared/i18n/texts';
import type { Language } from '@/shared/i18n/language';
import { useOrderPageText } from './page/i18n';

type Side = Record<string, unknown> | null;

/** A line of an edit, as in the journal. */
interface Line {
  line: number;
  name: Record<string, string>;
  quantity: number;
  unit_price: string;
  reason?: string | null;
}

const linesOf = (side: Side): Line[] => (Array.isArray(side?.items) ? (side.items as Line[]) : []);

/**
 * Describes how an edit changed lines and discount: quantities, prices with their reason, added and removed lines
 * (OR-02).
 */
export function describeLines(
  before: Side,
  after: Side,
  formatAmount: (amount: string) => string,
  language: Language,
): string[] {
  const t = useOrderPageText.now;
  const isolated = (text: string) => `\u2068${text}\u2069`;
  const [old, now] = [linesOf(before), linesOf(after)];
  const changes: string[] = [];
  for (const line of now) {
    const name = isolated(textOf(line.name, language));
    const previous = old.find((each) => each.line === line.line);
    if (!previous) changes.push(t('act.line.added', { name, quantity: formatNumber(line.quantity) }));
    if (previous && previous.quantity !== line.quantity) {
      changes.push(
        t('act.line.quantity', { name, from: formatNumber(previous.quantity), to: formatNumber(line.quantity) }),
      );
    }
    if (previous && previous.unit_price !== line.unit_price) {
      changes.push(
        t('act.line.price', { name, from: formatAmount(previous.unit_price), to: formatAmount(line.unit_price) }),
      );
    }
    if (line.reason) changes.push(t('act.line.reason', { reason: isolated(line.reason) }));
  }
  for (const line of old.filter((each) => !now.some(({ line: number }) => number === each.line))) {
    changes.push(t('act.line.removed', { name: isolated(textOf(line.name, language)) }));
  }
  const discount = (side: Side) => (typeof side?.discount === 'string' ? side.discount : null);
  const [from, to] = [discount(before), discount(after)];
  if (from !== null && to !== null) changes.push(t('act.discount', { from: formatAmount(from), to: formatAmount(to) }));
  return changes;
}
