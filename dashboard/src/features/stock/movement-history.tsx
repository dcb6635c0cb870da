import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { variantOf } from '@/shared/i18n/options';
import { textOf } from '@/shared/i18n/texts';
import { ErrorState } from '@/shared/ui/error-state';
import { Time } from '@/shared/ui/time';
import { useStockText } from './i18n';
import { MovementActor, MovementDelta, MovementReason } from './movement-columns';
import { historyQuery, type Movement } from './stock.api';
import classes from './stock.module.css';

/** The movements of a product, or of one of its variants, the newest first. */
export function MovementHistory({
  product,
  variant,
  hasPlaces,
}: {
  product: string;
  variant?: string;
  hasPlaces: boolean;
}) {
  const t = useStockText();
  const query = useInfiniteQuery(historyQuery(product, variant));
  const rows = query.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section>
      <h3 className={classes.historyTitle}>{t('history')}</h3>
      {query.isPending && (
        <Stack gap={18} aria-hidden>
          {[0, 1, 2].map((line) => (
            <Skeleton key={line} height={34} />
          ))}
        </Stack>
      )}
      {query.isError && rows.length === 0 && (
        <ErrorState order={2} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('history.empty')}
        </Text>
      )}
      <ul className={classes.history}>
        {rows.map((row) => (
          <HistoryLine key={row.id} row={row} hasPlaces={hasPlaces} isOfVariant={variant !== undefined} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          fullWidth
          variant="default"
          mt={12}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('history.more')}
        </Button>
      )}
    </section>
  );
}

function HistoryLine({ row, hasPlaces, isOfVariant }: { row: Movement; hasPlaces: boolean; isOfVariant: boolean }) {
  const t = useStockText();
  const { language } = useLanguage();
  const about = [
    isOfVariant ? '' : variantOf(row, language),
    hasPlaces ? textOf(row.location.name, language) : '',
  ].filter(Boolean);
  return (
    <li className={classes.movement}>
      <span className={classes.delta}>
        <MovementDelta movement={row} />
      </span>
      <div className={classes.told}>
        <MovementReason movement={row} />
        {about.length > 0 && (
          <Text size="xs" c="dimmed" component="div">
            <bdi>{about.join(' · ')}</bdi>
          </Text>
        )}
        <Text size="xs" c="dimmed" component="div">
          {t('afterwards', { n: formatNumber(row.qty_after) })}
        </Text>
      </div>
      <div className={classes.by}>
        <Time value={row.at} />
        <Text size="xs" c="dimmed" component="div">
          <MovementActor movement={row} />
        </Text>
      </div>
    </li>
  );
}
