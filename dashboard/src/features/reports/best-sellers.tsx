import { Badge, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { ChartSection } from '@/shared/ui/chart-section';
import { ErrorState } from '@/shared/ui/error-state';
import amounts from '@/shared/ui/amounts.module.css';
import { Money } from '@/shared/ui/money';
import { useReportText } from './i18n';
import { bestQuery } from './reports.api';
import type { Days } from './reports.model';
import { ShareList } from './share-list';
import { LinkAnchor } from '@/shared/ui/link-anchor';

/** The ten best-selling products, by pieces or by value. */
export function BestSellersCard({
  days,
  by,
  onBy,
}: {
  days: Days;
  by: 'quantity' | 'value';
  onBy: (by: 'quantity' | 'value') => void;
}) {
  const t = useReportText();
  const { language } = useLanguage();
  const query = useQuery(bestQuery(days, by));
  const { data } = query;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!data) return <Skeleton height={360} radius="lg" />;
  const name = (product: (typeof data.products)[number]) => textOf(product.name, language);
  const head = [t('best.product'), t('best.pieces'), t('metric.sales')];
  return (
    <ChartSection
      title={t('best')}
      choice={
        data.products.length > 0 && (
          <SegmentedControl
            aria-label={t('best.by')}
            size="xs"
            value={by}
            onChange={(value) => onBy(value === 'value' ? 'value' : 'quantity')}
            data={[
              { value: 'quantity', label: t('best.quantity') },
              { value: 'value', label: t('best.value') },
            ]}
          />
        )
      }
      head={head}
      rows={data.products.map((product) => [name(product), String(product.quantity), product.sales])}
      csv={[head, ...data.products.map((product) => [name(product), product.quantity, product.sales])]}
      file={`best-sellers-${days.from}-${days.to}`}
      isEmpty={data.products.length === 0}
      isStale={query.isPlaceholderData}
      empty={
        <Text size="sm" c="dimmed" py={24} ta="center">
          {data.is_too_large ? t('tooLargeText') : t('empty')}
        </Text>
      }
    >
      <ShareList
        shares={data.products.map((product) => ({
          key: product.id,
          name: product.is_deleted ? (
            <>
              <bdi>{name(product)}</bdi>{' '}
              <Badge size="sm" variant="light" color="gray">
                {t('best.deleted')}
              </Badge>
            </>
          ) : (
            <LinkAnchor to="/products/edit/$id" params={{ id: product.id }} c="inherit">
              <bdi>{name(product)}</bdi>
            </LinkAnchor>
          ),
          aside: t('pieces', { count: product.quantity }),
          value: (
            <span className={amounts.amount}>
              <Money amount={product.sales} />
            </span>
          ),
          size: by === 'value' ? Number(product.sales) : product.quantity,
        }))}
      />
    </ChartSection>
  );
}
