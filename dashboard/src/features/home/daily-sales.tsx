import { Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { formatDate, formatMoney, shortenNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useStoreCurrency } from '@/shared/session/session';
import classes from './daily-sales.module.css';
import type { Summary } from './home.api';
import { barHeight, scaleTop } from '@/shared/lib/figures';
import { useHomeText } from './i18n';

type Days = NonNullable<Summary['daily']>;

/** A bar per day. Plain boxes in a row, which follow the page's direction. */
export function DailySales({ days }: { days: Days }) {
  const t = useHomeText();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  const max = Math.max(0, ...days.map((day) => Number(day.sales)));
  if (max === 0) {
    return (
      <Text size="sm" c="dimmed" py={40} ta="center">
        {t('dailyEmpty')}
      </Text>
    );
  }
  const top = scaleTop(max);
  const label = (day: Days[number]) =>
    t('dailyDay', {
      date: formatDate(`${day.date}T12:00:00Z`, 'day', language),
      sales: formatMoney(day.sales, currency, language),
      orders: t('dailyOrders', { count: day.orders }),
    });
  return (
    <figure className={classes.chart}>
      <div className={classes.scale} aria-hidden>
        {[top, top / 2, 0].map((value) => (
          <bdi key={value}>{shortenNumber(value, language)}</bdi>
        ))}
      </div>
      <ol className={classes.bars}>
        {days.map((day) => (
          <Tooltip key={day.date} label={label(day)} openDelay={0} events={{ hover: true, focus: false, touch: true }}>
            <li className={classes.slot}>
              <VisuallyHidden>{label(day)}</VisuallyHidden>
              <span className={classes.bar} style={{ blockSize: `${barHeight(day.sales, top)}%` }} />
            </li>
          </Tooltip>
        ))}
      </ol>
      <figcaption className={classes.ends} aria-hidden>
        {[days[0], days[Math.floor(days.length / 2)], days[days.length - 1]].map(
          (day) => day && <span key={day.date}>{formatDate(`${day.date}T12:00:00Z`, 'day', language)}</span>,
        )}
      </figcaption>
    </figure>
  );
}
