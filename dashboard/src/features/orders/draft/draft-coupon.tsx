import { Alert, Button, Text } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { CouponPicker } from '@/modules/coupons/coupon-picker';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { Money } from '@/shared/ui/money';
import { orderName } from '../order-name';
import type { DraftPreview, DraftView } from './draft.api';
import { isolated, isZero, type DraftValues } from './draft.model';
import { useOrderDraftText } from './i18n';

/** OR-03: a coupon of the store. The preview shows its discount, or why it is rejected. */
export default function DraftCoupon({
  form,
  preview,
  isFresh,
  origin,
  currency,
}: {
  form: ApiForm<DraftValues>;
  preview: DraftPreview | undefined;
  /** The preview is of the form's current values. */
  isFresh: boolean;
  origin: DraftView['origin'];
  currency: string;
}) {
  const t = useOrderDraftText();
  const { coupon_code: code } = form.values;
  const couponPreview = code === '' ? null : (preview?.coupon ?? null);
  const savedCode = origin?.coupon_code ?? '';
  const put = (next: string) => {
    form.setFieldValue('coupon_code', next);
    form.clearFieldError('coupon_code');
  };
  return (
    <div>
      <CouponPicker
        by="code"
        label={t('coupon')}
        {...form.getInputProps('coupon_code')}
        data-path="coupon_code"
        value={code || null}
        onChange={(next) => put(next ?? '')}
      />
      {couponPreview && couponPreview.message === null && (
        <Text size="xs" c="dimmed" mt={6} role="status">
          {/* The preview of another coupon is hidden; the line keeps its height. */}
          {!isFresh && '\u00a0'}
          {isFresh && isZero(couponPreview.discount) && t('coupon.later')}
          {isFresh && !isZero(couponPreview.discount) && (
            <>
              {t(couponPreview.segment === 'shipping_fees' ? 'coupon.takesShipping' : 'coupon.takes')}{' '}
              <Money amount={couponPreview.discount} currency={currency} />
            </>
          )}
        </Text>
      )}
      {origin && savedCode !== '' && code === '' && (
        <Alert variant="light" color="gray" p="xs" mt={10} icon={<IconTicket size={16} aria-hidden />}>
          <Text size="xs" mb={6}>
            {t('coupon.notCopied', { number: orderName(origin.number), code: isolated(savedCode) })}
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => put(savedCode)}>
            {t('coupon.use', { code: isolated(savedCode) })}
          </Button>
        </Alert>
      )}
    </div>
  );
}
