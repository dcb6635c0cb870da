import { Text } from '@mantine/core';
import { Money } from '@/shared/ui/money';
import { Section } from '@/shared/ui/page';
import type { DraftPreview } from './draft.api';
import { isolated, isZero } from './draft.model';
import { useOrderDraftText } from './i18n';
import edit from '../edit/edit.module.css';

/** The draft's totals, as the server's preview has them. */
export function DraftSummary({
  preview,
  isFresh,
  failed,
  currency,
}: {
  preview: DraftPreview | undefined;
  isFresh: boolean;
  failed: boolean;
  currency: string;
}) {
  const t = useOrderDraftText();
  if (failed || !preview) {
    return (
      <Section title={t('summary')}>
        {failed && (
          <Text size="sm" c="red" role="alert">
            {t('sum.failed')}
          </Text>
        )}
      </Section>
    );
  }
  const row = (label: string, amount: string) => (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <Money amount={amount} currency={currency} />
      </td>
    </tr>
  );
  const { coupon } = preview;
  const off = (amount: string) => `-${amount}`;
  const ofCoupon =
    coupon && !isZero(coupon.discount) && row(t('sum.coupon', { code: isolated(coupon.code) }), off(coupon.discount));
  const isOnShipping = coupon?.segment === 'shipping_fees';
  return (
    <Section title={t('summary')}>
      <table className={edit.sums} aria-busy={!isFresh}>
        <tbody>
          {row(t('sum.subtotal'), preview.subtotal)}
          {!isOnShipping && ofCoupon}
          {!isZero(preview.other_discount) && row(t('sum.discount'), off(preview.other_discount))}
          {!isZero(preview.full_shipping_fees) && row(t('sum.shipping'), preview.full_shipping_fees)}
          {isOnShipping && ofCoupon}
          {!isZero(preview.payment_fees) && row(t('sum.fees'), preview.payment_fees)}
          {!preview.is_vat_included && !isZero(preview.vat) && row(t('sum.vat'), preview.vat)}
          <tr data-grand>
            <th scope="row">{t('sum.total')}</th>
            <td>
              <Money amount={preview.total} currency={currency} />
            </td>
          </tr>
          {preview.is_vat_included && !isZero(preview.vat) && row(t('sum.vatInside'), preview.vat)}
        </tbody>
      </table>
    </Section>
  );
}
