import { Text } from '@mantine/core';
import { compareDecimal } from '@/shared/forms/decimal';
import { Money } from '@/shared/ui/money';
import type { CartOrderPreview } from './carts.api';
import classes from './carts.module.css';
import { useCartText } from './i18n';

/** The order's total, line by line. */
export function OrderSums({ preview }: { preview: CartOrderPreview }) {
  const t = useCartText();
  const code = `\u2068${preview.coupon ?? ''}\u2069`;
  // A coupon on shipping is already deducted from the fee.
  const isOffShipping = preview.coupon && compareDecimal(preview.discount, '0') === 0;
  const sums = [
    ['subtotal', preview.subtotal],
    ...(compareDecimal(preview.discount, '0') > 0 ? ([['couponOff', `-${preview.discount}`]] as const) : []),
    [isOffShipping ? 'shippingAfter' : 'shippingFees', preview.shipping_fees],
    ['paymentFees', preview.payment_fees],
    ...(compareDecimal(preview.vat, '0') > 0
      ? ([[preview.is_vat_included ? 'vatIn' : 'vat', preview.vat]] as const)
      : []),
    ['total', preview.total],
  ] as const;
  return (
    <div className={classes.sums}>
      {sums.map(([key, amount]) => (
        <div key={key} className={classes.sum}>
          <Text size="sm" fw={key === 'total' ? 600 : 400}>
            {t(key, { code })}
          </Text>
          <Money amount={amount} fw={key === 'total' ? 600 : 400} />
        </div>
      ))}
    </div>
  );
}
