import { Button, Group, Skeleton, Text } from '@mantine/core';
import {
  IconArrowsExchange,
  IconCash,
  IconMessage2,
  IconPencil,
  IconShoppingBag,
  IconTrash,
  type Icon,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { MentionField } from '@/modules/mentions/mention-field';
import { toIds, type Person } from '@/modules/mentions/mentions';
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
  noteOf,
  factsOf,
}: {
  query: { data: readonly ActivityEntry[] | undefined; error: unknown; refetch: () => unknown };
  describe: (entry: ActivityEntry) => ReactNode;
  toneOf?: (entry: ActivityEntry) => StatusTone | undefined;
  /** What stands in the box of a note, where it is more than its words. */
  noteOf?: (entry: ActivityEntry) => ReactNode;
  /** What else is told behind who and when. */
  factsOf?: (entry: ActivityEntry) => ReactNode;
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
        <Entry
          key={entry.seq}
          entry={entry}
          text={describe(entry)}
          tone={toneOf?.(entry)}
          note={noteOf?.(entry) ?? entry.note}
          facts={factsOf?.(entry)}
        />
      ))}
    </ol>
  );
}

function Entry({
  entry,
  text,
  tone,
  note,
  facts,
}: {
  entry: ActivityEntry;
  text: ReactNode;
  tone?: StatusTone;
  note: ReactNode;
  facts?: ReactNode;
}) {
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
          {facts}
        </div>
        {typeof note === 'string' && note !== '' ? (
          <Text size="sm" component="div" className={classes.note} dir="auto">
            {note}
          </Text>
        ) : (
          note
        )}
      </div>
    </li>
  );
}

/** The most a comment may hold; the server says the same. */
export const maxComment = 2000;

/** A box of the note of an entry, for what is more than words. */
export function NoteBox({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" component="div" className={classes.note} dir="auto">
      {children}
    </Text>
  );
}

/** A remark. Ctrl+Enter sends; what could not be sent stays in the box. `onSend` gets it with ids for names. */
export function CommentForm({
  onSend,
  placeholder,
  tools,
  people = [],
  edits,
}: {
  onSend: (note: string) => Promise<unknown>;
  placeholder?: string;
  /** What else is said of the comment; beside the button, and there before anything is written. */
  tools?: ReactNode;
  /** Who can be named in it. */
  people?: readonly Person[];
  /** It words a comment anew: what it says now, with names, and how to turn back. */
  edits?: { note: string; onCancel: () => void };
}) {
  const t = useActivityText();
  const s = useShared();
  const [note, setNote] = useState(edits?.note ?? '');
  const [busy, setBusy] = useState(false);
  const empty = note.trim() === '';

  const send = async () => {
    if (empty || busy) return;
    setBusy(true);
    try {
      await onSend(toIds(note.trim(), people));
      if (!edits) setNote('');
      toast.success(t(edits ? 'comment.saved' : 'comment.added'));
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
      <MentionField
        label={t(edits ? 'comment.edit' : 'comment.label')}
        placeholder={placeholder ?? t('comment.placeholder')}
        maxLength={maxComment}
        value={note}
        onChange={setNote}
        onSend={() => void send()}
        people={people}
        autoFocus={Boolean(edits)}
      />
      {(!empty || tools || edits) && (
        <Group justify={tools ? 'space-between' : 'flex-end'} mt={8} mih={30} gap={8}>
          {tools}
          <Group gap={8}>
            {edits && (
              <Button variant="default" size="xs" disabled={busy} onClick={edits.onCancel}>
                {s('cancel')}
              </Button>
            )}
            {!empty && (
              <Button type="submit" size="xs" loading={busy}>
                {t(edits ? 'comment.save' : 'comment.send')}
              </Button>
            )}
          </Group>
        </Group>
      )}
    </form>
  );
}
