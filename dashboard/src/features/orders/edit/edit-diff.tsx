import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import { compareDecimal } from '@/shared/forms/decimal';
import { formatMoney, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { Money } from '@/shared/ui/money';
import { Section } from '@/shared/ui/page';
import type { Preview } from './edit.model';
import { useOrderEditText } from './i18n';
import classes from './edit.module.css';

type Line = Preview['lines'][number];
type Side = NonNullable<Line['before']>;

const sums = [
  ['subtotal', 'sum.subtotal'],
  ['other_discount', 'sum.discount'],
  ['full_shipping_fees', 'sum.shipping_fees'],
  ['payment_fees', 'sum.payment_fees'],
  ['vat', 'sum.vat'],
  ['total', 'sum.total'],
] as const;
const isolated = (code: string) => `\u2068${code}\u2069`;
const tones = { changed: 'blue', added: 'green', removed: 'red', kept: 'gray' } as const;

/** Preview of an edit: changed lines, stock, totals, and the amount to collect or refund. */
export function EditDiff({
  preview,
  state,
  currency,
  busy,
  onRestore,
  onRetry,
}: {
  preview: Preview | null;
  state: 'none' | 'wait' | 'invalid' | 'failed' | 'ready';
  currency: string;
  busy: boolean;
  onRestore: (line: number) => void;
  onRetry: () => void;
}) {
  const t = useOrderEditText();
  const s = useShared();
  if (!preview || state === 'none' || state === 'invalid' || state === 'failed') {
    return (
      <Section title={t('diff')}>
        {state === 'failed' ? (
          <Alert color="red">
            <Group justify="space-between" gap={8}>
              <Text size="sm">{t('diff.failed')}</Text>
              <Button size="xs" variant="default" onClick={onRetry}>
                {s('tryAgain')}
              </Button>
            </Group>
          </Alert>
        ) : (
          <Text size="sm" c="dimmed" role="status">
            {t(state === 'invalid' ? 'diff.invalid' : state === 'none' ? 'diff.none' : 'diff.wait')}
          </Text>
        )}
      </Section>
    );
  }
  const changed = preview.lines.filter((line) => line.kind !== 'kept');
  // Only overpayment is refunded: a cheaper order that is unpaid refunds nothing.
  const gives = compareDecimal(preview.overpaid, '0') > 0;
  const owes = compareDecimal(preview.owed, '0') > 0;
  const due = gives ? preview.overpaid : owes ? preview.owed : null;
  const [before, after] = [preview.before.coupon, preview.after.coupon];
  const coupon = after ?? before;
  // It is shown below the amount it is taken off.
  const below = coupon?.segment === 'shipping_fees' ? 'full_shipping_fees' : 'other_discount';
  const couponWords = (() => {
    if (before?.code === after?.code) return null;
    if (before && after) return t('coupon.other', { from: isolated(before.code), to: isolated(after.code) });
    return after
      ? t('coupon.on', { code: isolated(after.code) })
      : t('coupon.off', { code: isolated(before?.code ?? '') });
  })();
  return (
    <Section title={t('diff')}>
      <Stack gap={14} aria-busy={state === 'wait'} style={{ opacity: state === 'wait' ? 0.6 : 1 }}>
        {changed.length > 0 && (
          <ul className={classes.diff}>
            {changed.map((line) => (
              <DiffLine
                key={`${line.line}-${line.kind}-${line.sku}-${JSON.stringify(line.name)}`}
                line={line}
                currency={currency}
                onRestore={onRestore}
              />
            ))}
          </ul>
        )}
        {couponWords && <Text size="sm">{couponWords}</Text>}
        {preview.is_address_changed && <Text size="sm">{t('addressChanged')}</Text>}
        <table className={classes.sums}>
          <thead>
            <tr>
              <th scope="col">{t('what')}</th>
              <th scope="col">{t('from')}</th>
              <th scope="col">{t('to')}</th>
            </tr>
          </thead>
          <tbody>
            {sums.map(([key, name]) => {
              const [from, to] = [preview.before[key], preview.after[key]];
              const isNothing = key !== 'total' && compareDecimal(from, '0') === 0 && compareDecimal(to, '0') === 0;
              return (
                <Fragment key={key}>
                  {!isNothing && (
                    <Sum
                      name={t(name)}
                      from={key === 'other_discount' ? off(from) : from}
                      to={key === 'other_discount' ? off(to) : to}
                      currency={currency}
                      isGrand={key === 'total'}
                    />
                  )}
                  {coupon && key === below && (
                    <Sum
                      name={t('sum.coupon', { code: isolated(coupon.code) })}
                      from={off(before?.discount ?? '0')}
                      to={off(after?.discount ?? '0')}
                      currency={currency}
                    />
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </table>
        <div className={classes.result} role="status">
          {due ? (
            <>
              <span>{t(gives ? 'giveBack' : 'collect')}</span>
              <Money amount={due} currency={currency} fw={600} />
            </>
          ) : (
            <span>{t('even')}</span>
          )}
        </div>
        <Button type="submit" loading={busy} disabled={state !== 'ready' || !preview.is_changed} fullWidth>
          {t('apply')}
        </Button>
      </Stack>
    </Section>
  );
}

/** A discount, formatted as on the order's page. */
const off = (amount: string) => (compareDecimal(amount, '0') > 0 ? `-${amount}` : amount);

/** A row of the totals: before and after. */
function Sum({
  name,
  from,
  to,
  currency,
  isGrand,
}: {
  name: string;
  from: string;
  to: string;
  currency: string;
  isGrand?: boolean;
}) {
  return (
    <tr data-grand={isGrand || undefined}>
      <th scope="row">{name}</th>
      <td className={classes.was}>
        <Money amount={from} currency={currency} fw={400} />
      </td>
      <td>
        <Money amount={to} currency={currency} fw={compareDecimal(from, to) === 0 ? 400 : 600} />
      </td>
    </tr>
  );
}

function DiffLine({ line, currency, onRestore }: { line: Line; currency: string; onRestore: (line: number) => void }) {
  const t = useOrderEditText();
  const { language } = useLanguage();
  const name = textOf(line.name, language);
  const pieces = (side: Side) =>
    t('pieces', { quantity: formatNumber(side.quantity), price: formatMoney(side.unit_price, currency, language) });
  const removed = line.line;
  return (
    <li className={classes.diffLine}>
      <div className={classes.diffHead}>
        <bdi className={classes.name}>{name}</bdi>
        <Badge variant="light" color={tones[line.kind]}>
          {line.kind === 'kept' ? '' : t(`kind.${line.kind}`)}
        </Badge>
      </div>
      <Text size="sm" component="div">
        {line.before && (
          <span className={classes.was} style={line.after ? undefined : { textDecoration: 'line-through' }}>
            <bdi>{pieces(line.before)}</bdi>
          </span>
        )}
        {line.before && line.after && <span className={classes.was}>{language === 'ar' ? ' ← ' : ' → '}</span>}
        {line.after && <bdi>{pieces(line.after)}</bdi>}
      </Text>
      {line.stock !== 0 && (
        <Text size="xs" c="dimmed">
          {t(line.stock > 0 ? 'stock.out' : 'stock.back', { count: Math.abs(line.stock) })}
        </Text>
      )}
      {line.kind === 'removed' && removed !== null && (
        <Button
          variant="subtle"
          size="compact-xs"
          px={0}
          aria-label={t('restore', { name: `\u2068${name}\u2069` })}
          onClick={() => onRestore(removed)}
        >
          {t('restoreShort')}
        </Button>
      )}
    </li>
  );
}
