import { ActionIcon, Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useMayOpen } from '@/modules/screens/screens';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { LazyMenu } from '@/shared/ui/lazy-menu';
import { DetailSkeleton, PageHeader, Section } from '@/shared/ui/page';
import { toast } from '@/shared/ui/toast';
import { useDelayed } from '@/shared/ui/use-delayed';
import { useRuleBuilderText } from '@/modules/rule-builder/i18n';
import { useSegmentText } from './i18n';
import { useRuleWords } from './rule-words';
import type { Groups } from './rules';
import {
  restoreSegment,
  segmentCountsQuery,
  segments,
  segmentsQuery,
  staleAfterSegment,
  templatesQuery,
  type Segment,
} from './segments.api';
import classes from './segments.module.css';
import { LinkButton } from '@/shared/ui/link-button';

const loadItems = () => import('./segment-items');

/** CU-01: customers under a name, by what they are. */
export function SegmentsPage() {
  const t = useSegmentText();
  const query = useQuery(segmentsQuery);
  const mayEdit = useMayOpen('/customers/segments/$segment');
  const late = useDelayed(query.isPending);
  const all = query.data;
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        back={{ to: '/customers/list' }}
        actions={
          mayEdit && (
            <LinkButton
              to="/customers/segments/$segment"
              params={{ segment: 'new' }}
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              {t('new')}
            </LinkButton>
          )
        }
      />
      <Stack gap={20}>
        {query.error && !all && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {late && <DetailSkeleton />}
        {all?.length === 0 && (
          <Card padding={0}>
            <EmptyState illustration="people" title={t('empty')} text={t('emptyText')} />
          </Card>
        )}
        {all && all.length > 0 && (
          <Card padding={0}>
            <ul className={classes.list}>
              {all.map((segment) => (
                <SegmentLine key={segment.id} segment={segment} />
              ))}
            </ul>
          </Card>
        )}
        {all && mayEdit && <Templates />}
      </Stack>
      <Outlet />
    </>
  );
}

function SegmentLine({ segment }: { segment: Segment }) {
  const t = useSegmentText();
  const mayEdit = useMayOpen('/customers/segments/$segment');
  const restore = useApiMutation({
    run: () => restoreSegment(segment.id),
    invalidates: staleAfterSegment,
    done: () => toast.success(t('restored', { name: segment.name })),
  });
  const remove = useApiMutation({
    run: () => segments.remove(segment.id),
    invalidates: staleAfterSegment,
    done: () =>
      toast.success({
        title: t('deleted', { name: segment.name }),
        action: { label: t('undo'), run: () => restore.mutate() },
      }),
  });
  return (
    <li className={classes.line}>
      <Link
        to="/customers/list"
        search={{ segment: segment.id }}
        className={classes.open}
        aria-label={t('show', { name: segment.name })}
      >
        <span className={classes.name}>
          <bdi>{segment.name}</bdi>
        </span>
        <Rules groups={segment.groups as Groups} />
      </Link>
      <SegmentCount id={segment.id} />
      {mayEdit && (
        <LazyMenu
          width={180}
          load={loadItems}
          items={{ id: segment.id, onDelete: () => remove.mutate() }}
          trigger={
            <ActionIcon variant="subtle" color="gray" aria-label={t('options', { name: segment.name })}>
              <IconDots size={18} />
            </ActionIcon>
          }
        />
      )}
    </li>
  );
}

/** The rules as people say them; groups below each other. */
function Rules({ groups }: { groups: Groups }) {
  const b = useRuleBuilderText();
  const words = useRuleWords();
  return (
    <span className={classes.words}>
      {words.lines(groups).map((line, at) => (
        // Lines are told apart by their places.
        // eslint-disable-next-line react/no-array-index-key
        <span key={at} className={classes.group}>
          {at > 0 && <span className={classes.or}>{b('or')} </span>}
          {line}
        </span>
      ))}
    </span>
  );
}

function SegmentCount({ id }: { id: string }) {
  const t = useSegmentText();
  const of = useQuery(segmentCountsQuery).data?.find((each) => each.id === id);
  return (
    <Text size="sm" c={of?.count === 0 ? 'dimmed' : undefined} className={classes.count} component="div">
      {of && t('customers', { count: of.count, isMore: of.is_capped })}
    </Text>
  );
}

/** Ready-made segments: they open the form, filled; nothing is kept before the merchant saves it. */
function Templates() {
  const t = useSegmentText();
  const templates = useQuery(templatesQuery).data;
  if (!templates) return null;
  return (
    <Section title={t('templates')} text={t('templatesText')}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing={12}>
        {templates.map((template) => (
          <div key={template.code} className={classes.template}>
            <div>
              <Title order={3} size="h5">
                {template.name}
              </Title>
              <Text size="sm" c="dimmed" mt={2}>
                {template.text}
              </Text>
            </div>
            <LinkButton
              variant="default"
              size="compact-sm"
              aria-label={t('useOf', { name: template.name })}
              to="/customers/segments/$segment"
              params={{ segment: 'new' }}
              search={{ from: template.code }}
            >
              {t('use')}
            </LinkButton>
          </div>
        ))}
      </SimpleGrid>
    </Section>
  );
}
