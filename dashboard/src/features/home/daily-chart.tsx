import { Text } from '@mantine/core';
import { formatDate, shortenNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { LineChart } from '@/shared/ui/chart';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { Section } from '@/shared/ui/page';
import type { Summary } from './home.api';
import { useMetricText, valueOf } from './home-figures';
import type { HomeMetric, HomePeriod } from './home.search';
import { useHomeText } from './i18n';

/** One metric by day, with the period before behind it. */
export function DailyChart({ data, metric, days }: { data: Summary; metric: HomeMetric; days: HomePeriod }) {
  const t = useHomeText();
  const { language } = useLanguage();
  const textOf = useMetricText(metric);
  const isEmpty = data.daily.every((day) => valueOf(metric, day.now) === 0 && valueOf(metric, day.before) === 0);
  // The reports know the same periods by the same names; 30 days is their default too.
  const search = { period: days === '30' ? undefined : days };
  return (
    <Section
      title={t('byDay', { name: t(metric) })}
      actions={
        metric === 'visitors' ? (
          <LinkAnchor to="/dashboard/analytics" search={search} size="sm">
            {t('visitsReport')}
          </LinkAnchor>
        ) : (
          <LinkAnchor to="/dashboard/ecommerce" search={search} size="sm">
            {t('report')}
          </LinkAnchor>
        )
      }
    >
      {isEmpty ? (
        <Text size="sm" c="dimmed" py={40} ta="center">
          {t('dailyEmpty')}
        </Text>
      ) : (
        <LineChart
          label={t('byDay', { name: t(metric) })}
          isWhole={metric === 'orders' || metric === 'visitors'}
          scale={(value) => shortenNumber(value, language)}
          points={data.daily.map((day) => ({
            key: day.date,
            label: formatDate(`${day.date}T12:00:00Z`, 'day', language),
            value: valueOf(metric, day.now),
            text: textOf(day.now),
            before: valueOf(metric, day.before),
            beforeText: textOf(day.before),
          }))}
        />
      )}
    </Section>
  );
}
