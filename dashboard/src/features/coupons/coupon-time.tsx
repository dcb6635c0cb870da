import { useEffect, useState } from 'react';
import type { CouponView } from '@/modules/coupons/coupons.api';
import { formatDate, formatRelative } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { Tip } from '@/shared/ui/tip';
import { timeOf } from './coupons.model';
import classes from './coupons.module.css';
import { useCouponText } from './i18n';

/** "ends in 3 days": the coupon's time beside its state; nothing when it has no bounds. */
export function CouponTime({ coupon }: { coupon: Pick<CouponView, 'state' | 'starts_at' | 'ends_at'> }) {
  const t = useCouponText();
  const { language } = useLanguage();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  const time = timeOf(coupon);
  if (!time) return null;
  return (
    <Tip label={() => formatDate(time.at, 'full', language)}>
      <time dateTime={time.at} className={classes.time}>
        {t(`time.${time.key}`, { when: formatRelative(time.at, now, language) })}
      </time>
    </Tip>
  );
}
