import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { readableMobile } from '@/modules/person/mobile';
import { api } from '@/shared/api/client';
import type { One } from '@/shared/api/wire';
import { useCan } from '@/shared/session/session';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { Money } from '@/shared/ui/money';
import { DetailSkeleton, PageHeader, Section } from '@/shared/ui/page';
import { useDelayed } from '@/shared/ui/use-delayed';
import { useCustomerText } from './i18n';
import { likenesses, type Duplicates, type Likeness } from './merge.api';
import classes from './merge.module.css';

const MergeDialog = lazyDialog(() => import('./merge-dialog').then((module) => ({ default: module.MergeDialog })));

type AlikeGroup = Duplicates['groups'][number];

/** CU-01: records of the store that are likely one person, by what they have in common. */
export function DuplicatesPage() {
  const t = useCustomerText();
  const [by, setBy] = useState<Likeness>('email');
  const [pair, setPair] = useState<{ kept: string; gone: string } | null>(null);
  const query = useInfiniteQuery({
    queryKey: ['customer-duplicates', by],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      (
        await api.get<One<Duplicates>>('/customer-duplicates', {
          params: { 'filter[by]': by, cursor: pageParam },
          signal,
        })
      ).data,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  const groups = query.data?.pages.flatMap((page) => page.groups);
  const late = useDelayed(!groups && !query.error);
  return (
    <>
      <PageHeader title={t('duplicates')} subtitle={t('duplicates.text')} back={{ to: '/customers/list' }} />
      <Stack gap={16}>
        <div>
          <SegmentedControl
            aria-label={t('duplicates')}
            value={by}
            onChange={(value) => setBy(value as Likeness)}
            data={likenesses.map((value) => ({ value, label: t(`duplicates.tab.${value}`) }))}
          />
        </div>
        {query.error && !groups && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {!groups && late && <DetailSkeleton />}
        {groups?.length === 0 && !query.hasNextPage && (
          <EmptyState illustration="people" title={t('duplicates.none')} text={t('duplicates.noneText')} />
        )}
        {groups?.map((group) => (
          <Alike key={group.customers.map((row) => row.id).join()} group={group} onMerge={setPair} />
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
          <MergeDialog key={`${pair.kept} ${pair.gone}`} {...pair} onClose={() => setPair(null)} />
        </Suspense>
      )}
    </>
  );
}

/** One group: the record with the most orders is offered as the one that stays. */
function Alike({ group, onMerge }: { group: AlikeGroup; onMerge: (pair: { kept: string; gone: string }) => void }) {
  const t = useCustomerText();
  const mayMerge = useCan('delete', 'Customer');
  const first = group.customers.reduce((best, row) => (row.orders_count > best.orders_count ? row : best));
  return (
    <Section>
      <ul className={classes.group}>
        {group.customers.map((row) => (
          <li key={row.id} className={classes.member}>
            <div className={classes.brief}>
              <Link to="/customers/view/$id" params={{ id: row.id } as never} className={classes.name}>
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
                onClick={() => onMerge({ kept: first.id, gone: row.id })}
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
