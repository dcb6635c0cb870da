import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDate } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { PageHeader, Section } from '@/shared/ui/page';
import { Time } from '@/shared/ui/time';
import { BatchBadge } from './batch-badge';
import { BatchProgress } from './batch-progress';
import { isSwept, type AnyBatch, type BatchLog } from './batch-state';
import classes from './batch-state.module.css';
import { useBatchStateText } from './i18n';

/** The page of a batch: who did what and when, its progress, the undo, and the result of each row. */
export function BatchFrame({
  of,
  title,
  log,
  over,
  acts,
  result,
  runningText,
  noUndo,
  replacement,
  children,
}: {
  of: AnyBatch;
  title: string;
  /** Path of the log; a batch's own page is one step below it. */
  log: BatchLog;
  /** The scope of the batch, where it is shown. */
  over?: string;
  /** Cancel while it runs, undo afterwards. */
  acts: ReactNode;
  result: ReactNode;
  runningText?: string;
  /** Text shown when there is no undo. */
  noUndo: string;
  /** Shown in place of the undo. */
  replacement?: ReactNode;
  children: ReactNode;
}) {
  const t = useBatchStateText();
  const { language } = useLanguage();
  const running = of.status === 'running';
  return (
    <>
      <PageHeader
        title={title}
        badge={<BatchBadge of={of} />}
        back={{ to: log }}
        subtitle={
          <>
            <bdi>{of.actor || t('system')}</bdi> · <Time value={of.created_at} />
            {over && ` · ${over}`}
          </>
        }
        actions={acts}
      />
      <Stack gap={20}>
        <Section>
          <Stack gap={10}>
            {result}
            {running && <BatchProgress of={of} />}
            {running && runningText && (
              <Text size="sm" c="dimmed">
                {runningText}
              </Text>
            )}
            {replacement ??
              (of.undone_by ? (
                <Text size="sm" c="dimmed">
                  {t(of.turn === 'undo' ? 'redoneBy' : 'undoneBy')}{' '}
                  <Link to={`${log}/$id`} params={{ id: of.undone_by }} className={classes.link}>
                    {t(of.turn === 'undo' ? 'seeRedo' : 'seeUndo')}
                  </Link>
                </Text>
              ) : (
                !running && (
                  <Text size="sm" c="dimmed">
                    {of.can_undo
                      ? t(of.turn === 'undo' ? 'untilRedo' : 'until', {
                          date: formatDate(of.undo_until, 'short', language),
                        })
                      : noUndo}
                    {isSwept(of) && ` · ${t('swept')}`}
                  </Text>
                )
              ))}
          </Stack>
        </Section>
        {children}
      </Stack>
    </>
  );
}

/** The "load more" button below the rows. */
export function MoreRows({
  of,
  label,
}: {
  of: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  label: string;
}) {
  if (!of.hasNextPage) return null;
  return (
    <Button variant="default" mt={14} loading={of.isFetchingNextPage} onClick={() => void of.fetchNextPage()}>
      {label}
    </Button>
  );
}
