import { Button, Group, Skeleton, Text, Textarea } from '@mantine/core';
import {
  IconArrowsExchange,
  IconCash,
  IconMessage2,
  IconPencil,
  IconShoppingBag,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { useShared } from '@/shared/i18n/use-shared';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import type { StatusTone } from '@/shared/ui/tokens';
import { useDelayed } from '@/shared/ui/use-delayed';
import { actorKind, newestFirst, type ActivityEntry } from './activity';
import classes from './activity-log.module.css';
import { useActivityText } from './i18n';

const looks: Record<ActivityEntry['action'], { icon: Icon; tone: StatusTone }> = {
  comment: { icon: IconMessage2, tone: 'gray' },
  create: { icon: IconShoppingBag, tone: 'blue' },
  update: { icon: IconPencil, tone: 'gray' },
  update_status: { icon: IconArrowsExchange, tone: 'blue' },
  update_payment_status: { icon: IconCash, tone: 'green' },
  delete: { icon: IconTrash, tone: 'red' },
};

/**
 * What happened to a row, newest first (OR-07). The feature says in words what an entry means (`describe`) and may give
 * it a colour; who and when stand below it, a person's note in its own box.
 */
export function ActivityLog({
  query,
  describe,
  toneOf,
}: {
  query: { data: readonly ActivityEntry[] | undefined; error: unknown; refetch: () => unknown };
  describe: (entry: ActivityEntry) => ReactNode;
  toneOf?: (entry: ActivityEntry) => StatusTone | undefined;
}) {
  const t = useActivityText();
  const s = useShared();
  const late = useDelayed(!query.data && !query.error);
  if (!query.data) {
    if (query.error) {
      return (
        <Group justify="space-between" role="alert">
          <Text size="sm" c="dimmed">
            {t('error')}
          </Text>
          <Button variant="default" size="xs" onClick={() => void query.refetch()}>
            {s('tryAgain')}
          </Button>
        </Group>
      );
    }
    return late ? (
      <div aria-busy="true">
        <Skeleton height={14} width="60%" mb={14} />
        <Skeleton height={14} width="45%" mb={14} />
        <Skeleton height={14} width="52%" />
      </div>
    ) : null;
  }
  if (query.data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('empty')}
      </Text>
    );
  }
  return (
    <ol className={classes.list} aria-label={t('title')}>
      {newestFirst(query.data).map((entry) => (
        <Entry key={entry.seq} entry={entry} text={describe(entry)} tone={toneOf?.(entry)} />
      ))}
    </ol>
  );
}

function Entry({ entry, text, tone }: { entry: ActivityEntry; text: ReactNode; tone?: StatusTone }) {
  const t = useActivityText();
  const look = looks[entry.action] ?? looks.update;
  const color = tone ?? look.tone;
  const kind = t(`actor.${actorKind(entry.actor.type)}`);
  return (
    <li className={classes.entry}>
      <span
        className={classes.mark}
        style={{ background: `var(--tone-${color}-bg)`, color: `var(--tone-${color}-fg)` }}
        aria-hidden
      >
        <look.icon size={16} />
      </span>
      <div className={classes.text}>
        <Text size="sm" component="div">
          {text}
        </Text>
        <div className={classes.meta}>
          <bdi>{entry.actor.name || kind}</bdi>
          {entry.actor.operator && (
            <>
              {' · '}
              {t('operator', { name: `\u2068${entry.actor.operator}\u2069` })}
            </>
          )}
          {' · '}
          <Time value={entry.at} relative />
        </div>
        {entry.note && (
          <Text size="sm" component="div" className={classes.note} dir="auto">
            {entry.note}
          </Text>
        )}
      </div>
    </li>
  );
}

/** The most a comment may hold; the server says the same. */
export const maxComment = 2000;

/** A remark for the team. Ctrl+Enter sends; what could not be sent stays in the box. */
export function CommentForm({
  onSend,
  placeholder,
  tools,
}: {
  onSend: (note: string) => Promise<unknown>;
  placeholder?: string;
  /** What else is said of the comment; beside the button, and there before anything is written. */
  tools?: ReactNode;
}) {
  const t = useActivityText();
  const id = useId();
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const empty = note.trim() === '';

  const send = async () => {
    if (empty || busy) return;
    setBusy(true);
    try {
      await onSend(note.trim());
      setNote('');
      toast.success(t('comment.added'));
    } catch {
      // Already told; the words stay.
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        id={id}
        aria-label={t('comment.label')}
        placeholder={placeholder ?? t('comment.placeholder')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxComment}
        value={note}
        dir={note ? 'auto' : undefined}
        onChange={(event) => setNote(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void send();
          }
        }}
      />
      {(!empty || tools) && (
        <Group justify={tools ? 'space-between' : 'flex-end'} mt={8} mih={30}>
          {tools}
          {!empty && (
            <Button type="submit" size="xs" loading={busy}>
              {t('comment.send')}
            </Button>
          )}
        </Group>
      )}
    </form>
  );
}
