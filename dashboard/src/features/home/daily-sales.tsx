import { Text } from '@mantine/core';
import { formatDate, formatMoney, shortenNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useStoreCurrency } from '@/shared/session/session';
import { LineChart } from '@/shared/ui/chart';
import type { Summary } from './home.api';
import { useHomeText } from './i18n';

/** The sales of each day of the period. */
export function DailySales({ days }: { days: NonNullable<Summary['daily']> }) {
  const t = useHomeText();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  if (days.every((day) => Number(day.sales) === 0)) {
    return (
      <Text size="sm" c="dimmed" py={40} ta="center">
        {t('dailyEmpty')}
      </Text>
    );
  }
  return (
    <LineChart
      label={t('daily')}
      scale={(value) => shortenNumber(value, language)}
      points={days.map((day) => ({
        key: day.date,
        label: formatDate(`${day.date}T12:00:00Z`, 'day', language),
        value: Number(day.sales),
        text: t('dailyDay', {
          sales: formatMoney(day.sales, currency, language),
          orders: t('dailyOrders', { count: day.orders }),
        }),
      }))}
    />
  );
}
