import { Anchor, Progress } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CouponView } from '@/modules/coupons/coupons.api';
import { formatNumber } from '@/shared/i18n/format';
import { useCan } from '@/shared/session/session';
import { Money } from '@/shared/ui/money';
import { Section } from '@/shared/ui/page';
import classes from './coupons.module.css';
import { useCouponText } from './i18n';

/** Uses, remaining uses, and the total discount. */
export function CouponUsage({ coupon }: { coupon: CouponView }) {
  const t = useCouponText();
  const mayReadOrders = useCan('read', 'Order');
  const { usage_count: used, usage_limit: limit } = coupon;
  return (
    <Section title={t('usageTitle')}>
      <dl className={classes.facts}>
        <div className={classes.fact}>
          <dt>{t('usage.orders')}</dt>
          <dd className="num">
            {limit ? t('usage', { used: formatNumber(used), limit: formatNumber(limit) }) : formatNumber(used)}
          </dd>
        </div>
        {limit && (
          <div className={classes.fact}>
            <dt>{t('usage.left')}</dt>
            <dd className="num">{formatNumber(Math.max(0, limit - used))}</dd>
          </div>
        )}
        <div className={classes.fact}>
          <dt>{t('usage.given')}</dt>
          <dd>
            <Money amount={coupon.discount_total} fw={600} />
          </dd>
        </div>
      </dl>
      {limit && (
        <Progress mt={14} size="sm" value={Math.min(100, (used / limit) * 100)} aria-label={t('usage.orders')} />
      )}
      {mayReadOrders && used > 0 && (
        <Anchor
          size="sm"
          mt={14}
          display="inline-block"
          renderRoot={(props) => <Link {...props} to="/orders/list" search={{ coupon: coupon.id }} />}
        >
          {t('usage.all')}
        </Anchor>
      )}
    </Section>
  );
}
