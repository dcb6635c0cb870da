import { Button, Card, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { readableMobile } from '@/modules/person/mobile';
import { api } from '@/shared/api/client';
import { formatNumber } from '@/shared/i18n/format';
import { useCan } from '@/shared/session/session';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { Money } from '@/shared/ui/money';
import { DetailSkeleton, PageHeader, Section } from '@/shared/ui/page';
import { useDelayed } from '@/shared/ui/use-delayed';
import { useCustomerText } from './i18n';
import { likenesses, type Duplicates, type MatchReason } from './merge.api';
import classes from './merge.module.css';

const MergeDialog = lazyDialog(() => import('./merge-dialog').then((module) => ({ default: module.MergeDialog })));

type DuplicatesGroup = Duplicates['groups'][number];

/** CU-01: records of the store that are likely one person, by what they have in common. */
export function DuplicatesPage() {
  const t = useCustomerText();
  const [chosen, setChosen] = useState<MatchReason | null>(null);
  const [pair, setPair] = useState<{ survivor: string; merged: string } | null>(null);
  const found = {
    email: useDuplicateGroups('email'),
    name: useDuplicateGroups('name'),
    address: useDuplicateGroups('address'),
  };
  // Until somebody chooses, the first likeness that has some; one that is still looked through is waited for.
  const by = chosen ?? likenesses.find((one) => found[one].count !== 0) ?? 'email';
  const { query, groups } = found[by];
  const late = useDelayed(!groups && !query.error);
  return (
    <>
      <PageHeader title={t('duplicates')} subtitle={t('duplicates.text')} back={{ to: '/customers/list' }} />
      <Stack gap={16}>
        <div>
          <SegmentedControl
            aria-label={t('duplicates')}
            value={by}
            onChange={(value) => setChosen(value as MatchReason)}
            data={likenesses.map((value) => ({ value, label: <Tab by={value} {...found[value]} /> }))}
          />
        </div>
        {query.error && !groups && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {!groups && late && <DetailSkeleton />}
        {groups?.length === 0 && !query.hasNextPage && (
          <Card padding={0}>
            <EmptyState illustration="people" title={t('duplicates.none')} text={t('duplicates.noneText')} />
          </Card>
        )}
        {groups?.map((group) => (
          <DuplicateGroup key={group.customers.map((row) => row.id).join()} group={group} onMerge={setPair} />
        ))}
        {query.hasNextPage && (
          <Group>
            <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('duplicates.more')}
            </Button>
          </Group>
        )}
      </Stack>
      {pair && (
        <Suspense fallback={null}>
          <MergeDialog key={`${pair.survivor} ${pair.merged}`} {...pair} onClose={() => setPair(null)} />
        </Suspense>
      )}
    </>
  );
}

/** The groups of a likeness as far as they were looked for; `count` is none while the first answer is on its way. */
function useDuplicateGroups(by: MatchReason) {
  const query = useInfiniteQuery({
    queryKey: ['customer-duplicates', by],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      (await api.get('/customer-duplicates', { query: { 'filter[by]': by, cursor: pageParam }, signal })).data,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  const groups = query.data?.pages.flatMap((page) => page.groups);
  return { query, groups, count: groups?.length, hasMore: query.hasNextPage };
}

/** A likeness with how many groups were found; "+" where the store was not looked through to its end. */
function Tab({ by, count, hasMore }: { by: MatchReason; count: number | undefined; hasMore: boolean }) {
  const t = useCustomerText();
  return (
    <>
      {t(`duplicates.tab.${by}`)}
      {count !== undefined && (
        <>
          {' '}
          <span className="num">
            {formatNumber(count)}
            {hasMore && '+'}
          </span>
        </>
      )}
    </>
  );
}

/** One group: the record with the most orders is offered as the one that stays. */
function DuplicateGroup({
  group,
  onMerge,
}: {
  group: DuplicatesGroup;
  onMerge: (pair: { survivor: string; merged: string }) => void;
}) {
  const t = useCustomerText();
  const mayMerge = useCan('delete', 'Customer');
  const first = group.customers.reduce((best, row) => (row.orders_count > best.orders_count ? row : best));
  return (
    <Section>
      <ul className={classes.group}>
        {group.customers.map((row) => (
          <li key={row.id} className={classes.member}>
            <div className={classes.brief}>
              <Link to="/customers/view/$id" params={{ id: row.id }} className={classes.name}>
                <bdi>{row.name}</bdi>
              </Link>
              <Text size="xs" c="dimmed" component="div">
                {[
                  row.mobile && (
                    <bdi key="mobile" className="num">
                      {readableMobile(row.mobile)}
                    </bdi>
                  ),
                  row.email && <bdi key="email">{row.email}</bdi>,
                  row.city && <bdi key="city">{row.city}</bdi>,
                ]
                  .filter(Boolean)
                  .flatMap((part, n) => (n > 0 ? [' · ', part] : [part]))}
              </Text>
              <Text size="xs" c="dimmed" component="div">
                {t('orders', { count: row.orders_count })} · <Money amount={row.total_spent} />
              </Text>
            </div>
            {mayMerge && row.id !== first.id && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('merge.open', { name: row.name })}
                onClick={() => onMerge({ survivor: first.id, merged: row.id })}
              >
                {t('merge.act')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
