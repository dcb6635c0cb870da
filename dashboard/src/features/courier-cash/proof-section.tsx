import { StatusBadge } from '@/shared/ui/status-badge';
import { Money } from '@/shared/ui/money';
import { Section } from '@/shared/ui/page';
import type { Settlement } from './courier-cash.api';
import classes from './courier-cash.module.css';
import { isZero } from './courier-cash.model';
import { useCashText } from './i18n';

/** The sum of the rows against themselves, and against what the bank received. */
export function ProofSection({ of }: { of: Settlement }) {
  const t = useCashText();
  const { proof, total, currency } = of;
  const difference = proof.total_difference ?? null;
  const isWrongInside = !isZero(proof.net_difference);
  const isWrongOutside = difference !== null && !isZero(difference);
  const isLess = difference?.startsWith('-') ?? false;
  const line = (name: string, amount: string, more: { isTotal?: boolean; tone?: 'bad' | 'more' } = {}) => (
    <div className={classes.sum} data-total={more.isTotal || undefined} data-tone={more.tone}>
      <dt>{name}</dt>
      <dd>
        <Money amount={amount} currency={currency} fw={more.isTotal ? 600 : 500} />
      </dd>
    </div>
  );
  return (
    <Section title={t('proof.title')}>
      {difference === null && !isWrongInside ? (
        <StatusBadge tone="gray">{t('proof.open')}</StatusBadge>
      ) : (
        <StatusBadge tone={proof.is_proven ? 'green' : 'red'}>
          {t(proof.is_proven ? 'proof.yes' : 'proof.no')}
        </StatusBadge>
      )}
      <dl className={classes.sums}>
        {line(t('proof.collected'), proof.collected)}
        {line(t('proof.fees'), negated(proof.fees))}
        {isWrongInside && line(t('proof.netDifference'), negated(proof.net_difference), { tone: 'bad' })}
        {line(t('proof.net'), proof.net, { isTotal: true })}
        {total && line(t('proof.received'), total)}
        {isWrongOutside && line(t('proof.totalDifference'), difference, { tone: isLess ? 'bad' : 'more' })}
        {of.state !== 'draft' && line(t('proof.booked'), proof.booked, { isTotal: true })}
      </dl>
      {isWrongInside && <p className={classes.hint}>{t('proof.netDifferenceText')}</p>}
      {isWrongOutside && <p className={classes.hint}>{t(isLess ? 'proof.less' : 'proof.more')}</p>}
    </Section>
  );
}

/** The other sign of an amount; nothing has none. */
const negated = (amount: string) => (isZero(amount) ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
