import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CouponPicker } from '@/modules/coupons/coupon-picker';
import { namedQuery } from '@/modules/coupons/coupons.api';
import { useCan, useSession } from '@/shared/session/session';
import classes from './carts.module.css';
import { useCartText } from './i18n';
import { readable, sampleNames, type Bilingual } from './message-coupon';

/** A message's coupon, the problems with it, and the preview of the message. */
export function MessageExtras({
  couponId,
  onCoupon,
  body,
  error,
  path,
  states,
  disabled,
}: {
  couponId: string | null;
  onCoupon: (id: string | null) => void;
  body: Bilingual;
  error?: ReactNode;
  /** Path of the coupon in the form. */
  path: string;
  /** Coupon states that are offered. */
  states?: string;
  disabled?: boolean;
}) {
  const t = useCartText();
  const mayRead = useCan('read', 'Coupon');
  const store = useSession().store;
  const query = useQuery({ ...namedQuery(couponId ?? ''), enabled: mayRead && couponId !== null });
  const coupon = couponId === null ? undefined : query.data;
  const isMissing = couponId !== null && query.isError;
  const values = (language: keyof Bilingual) => ({
    customer_name: sampleNames[language],
    store_name: store?.name ?? '',
    cart_link: '\u2066https://…/cart\u2069',
    ...(couponId !== null && { coupon_code: coupon?.code ? `\u2068${coupon.code}\u2069` : '…' }),
  });
  return (
    <>
      <CouponPicker
        by="id"
        label={t('coupon')}
        description={t('couponText')}
        states={states}
        disabled={disabled}
        data-path={path}
        error={error}
        value={couponId}
        onChange={onCoupon}
      />
      {(isMissing || (coupon && coupon.state !== 'active')) && (
        <Alert color="yellow" py={8}>
          {t(`couponOver.${isMissing || !coupon ? 'off' : coupon.state === 'active' ? 'off' : coupon.state}`)}
        </Alert>
      )}
      <div>
        <Text size="sm" fw={500} mb={4}>
          {t('preview')}
        </Text>
        {(['ar', 'en'] as const).map(
          (language) =>
            body[language].trim() !== '' && (
              <Text
                key={language}
                size="sm"
                component="p"
                lang={language}
                dir={language === 'ar' ? 'rtl' : 'ltr'}
                className={classes.preview}
              >
                {readable(body[language], values(language))}
              </Text>
            ),
        )}
      </div>
    </>
  );
}
