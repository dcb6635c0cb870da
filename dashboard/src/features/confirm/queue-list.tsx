import { Button, UnstyledButton } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { Money } from '@/shared/ui/money';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { Time } from '@/shared/ui/time';
import { nextOf, type QueueEntry } from './confirm.model';
import { useConfirmText } from './i18n';
import type { CallQueue } from './use-call-queue';
import classes from './call-queue.module.css';

/** The customers that wait, the next one first; a press calls that one instead. */
export function QueueList({
  entries,
  queue,
  isCut,
  mayCall,
}: {
  entries: readonly QueueEntry[];
  queue: CallQueue;
  /** There are more than the list has. */
  isCut: boolean;
  mayCall: boolean;
}) {
  const t = useConfirmText();
  const current = queue.customer?.mobile;
  const next = nextOf(entries, current, queue.skipped);
  const line = (entry: QueueEntry) => (
    <Entry
      key={entry.mobile}
      entry={entry}
      isCurrent={entry.mobile === current}
      isNext={entry === next}
      isSkipped={queue.skipped.includes(entry.mobile)}
      onTake={mayCall ? () => queue.take(entry.order) : undefined}
      isBusy={queue.busy}
    />
  );
  const due = entries.filter((entry) => entry.isDue);
  const later = entries.filter((entry) => !entry.isDue);
  return (
    <section className={classes.queue} aria-label={t('queue')}>
      <div className={classes.queueHead}>
        <h2 className={classes.part}>{t('queue')}</h2>
        {queue.phase === 'calling' && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            disabled={queue.busy}
            onClick={queue.pause}
            leftSection={<IconPlayerPause size={14} aria-hidden />}
          >
            {t('stop')}
          </Button>
        )}
      </div>
      <div className={classes.queueBody}>
        <ol className={classes.entries}>{due.map(line)}</ol>
        {later.length > 0 && (
          <>
            <h3 className={classes.later}>{t('queue.later')}</h3>
            <ol className={classes.entries}>{later.map(line)}</ol>
          </>
        )}
        {isCut && (
          <LinkAnchor to="/orders/confirm/waiting" size="sm" className={classes.all}>
            {t('queue.all')}
          </LinkAnchor>
        )}
      </div>
    </section>
  );
}

function Entry({
  entry,
  isCurrent,
  isNext,
  isSkipped,
  isBusy,
  onTake,
}: {
  entry: QueueEntry;
  isCurrent: boolean;
  isNext: boolean;
  isSkipped: boolean;
  isBusy: boolean;
  /** Not for those who may not call. */
  onTake?: () => void;
}) {
  const t = useConfirmText();
  const mark = isCurrent
    ? null
    : entry.heldBy
      ? t('list.calledBy', { name: `\u2068${entry.heldBy}\u2069` })
      : isSkipped
        ? t('queue.skipped')
        : isNext
          ? t('queue.next')
          : null;
  const content = (
    <>
      <span className={classes.entryLine}>
        <bdi className={classes.entryName}>{entry.name}</bdi>
        <span className={classes.meta}>
          <Time value={entry.isDue ? entry.createdAt : entry.dueAt} relative />
        </span>
      </span>
      <span className={classes.entryLine}>
        <span className={classes.meta}>
          {entry.orders > 1 ? t('queue.orders', { count: entry.orders }) : <bdi className="num">#{entry.number}</bdi>}
          {' · '}
          <Money amount={entry.total} />
          {entry.attempts > 0 && ` · ${t('queue.attempts', { count: entry.attempts })}`}
        </span>
        {mark && (
          <span className={classes.mark} data-next={(isNext && !entry.heldBy) || undefined}>
            {mark}
          </span>
        )}
      </span>
    </>
  );
  return (
    <li>
      {onTake ? (
        <UnstyledButton
          className={classes.entry}
          aria-current={isCurrent || undefined}
          disabled={isBusy}
          onClick={isCurrent ? undefined : onTake}
        >
          {content}
        </UnstyledButton>
      ) : (
        <div className={classes.entry}>{content}</div>
      )}
    </li>
  );
}
