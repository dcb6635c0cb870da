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

/** The page of a batch: who did what and when, how far it is, the way back, and below it what became of each. */
export function BatchFrame({
  of,
  title,
  log,
  over,
  acts,
  result,
  runningText,
  noUndo,
  instead,
  children,
}: {
  of: AnyBatch;
  title: string;
  /** Where the log is; a batch's own page is one step below it. */
  log: BatchLog;
  /** Over what it was, where that is to be said. */
  over?: string;
  /** Stopping while it works, undoing afterwards. */
  acts: ReactNode;
  result: ReactNode;
  runningText?: string;
  /** Said where there is no way back. */
  noUndo: string;
  /** Said instead of the way back. */
  instead?: ReactNode;
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
            {instead ??
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

/** The button below rows of which there are more. */
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
