import { SimpleGrid } from '@mantine/core';
import { shortenNumber } from '@/shared/i18n/format';
import { LineChart } from '@/shared/ui/chart';
import { Money } from '@/shared/ui/money';
import { Sparkline } from '@/shared/ui/sparkline';
import { StatCard } from '@/shared/ui/stat-card';
import { useKitText } from './i18n';
import { KitBlock, KitState } from './kit-block';

const course = [40, 52, 47, 61, 58, 74, 69, 88, 80, 97];
const before = [38, 44, 50, 49, 57, 55, 66, 60, 71, 70];

/** Figures and the chart. */
export function KitFigures() {
  const t = useKitText();
  const value = <Money amount="185874.81" style={{ whiteSpace: 'normal' }} />;
  return (
    <>
      <KitBlock name="StatCard, Sparkline, Money">
        <SimpleGrid cols={{ base: 2, md: 4 }} w="100%">
          <StatCard
            label={t('up')}
            value={value}
            change={0.163}
            changeLabel={t('before')}
            trend={<Sparkline values={course} />}
            chart={{ label: t('showSales'), isShown: true, onShow: () => {} }}
          />
          <StatCard label={t('down')} value={value} change={-0.156} changeLabel={t('before')} />
          <StatCard label={t('same')} value={value} change={0} changeLabel={t('before')} />
          <StatCard label={t('loading')} value={value} loading />
        </SimpleGrid>
      </KitBlock>
      <KitBlock name="LineChart">
        <KitState name={t('sales')} width="100%">
          <LineChart
            label={t('sales')}
            scale={(number) => shortenNumber(number)}
            points={course.map((number, at) => ({
              key: String(at),
              label: t('day', { day: at + 1 }),
              value: number,
              text: String(number),
              before: before[at] ?? 0,
              beforeText: String(before[at]),
            }))}
          />
        </KitState>
      </KitBlock>
    </>
  );
}
