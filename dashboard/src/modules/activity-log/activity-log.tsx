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

const styles: Record<ActivityEntry['action'], { icon: Icon; tone: StatusTone }> = {
  comment: { icon: IconMessage2, tone: 'gray' },
  create: { icon: IconShoppingBag, tone: 'blue' },
  update: { icon: IconPencil, tone: 'gray' },
  update_status: { icon: IconArrowsExchange, tone: 'blue' },
  update_payment_status: { icon: IconCash, tone: 'green' },
  delete: { icon: IconTrash, tone: 'red' },
};

/**
 * The history of a row, newest first (OR-07). The feature describes each entry (`describe`) and may give it a colour;
 * author and time are below it, a note is in its own box.
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
  /** Content of a note's box, where it is more than text. */
  noteOf?: (entry: ActivityEntry) => ReactNode;
  /** Further facts after author and time. */
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
  const style = styles[entry.action] ?? styles.update;
  const color = tone ?? style.tone;
  const kind = t(`actor.${actorKind(entry.actor.type)}`);
  return (
    <li className={classes.entry}>
      <span
        className={classes.mark}
        style={{ background: `var(--tone-${color}-bg)`, color: `var(--tone-${color}-fg)` }}
        aria-hidden
      >
        <style.icon size={16} />
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

/** Maximum length of a comment; the same as on the server. */
export const maxComment = 2000;

/** The box of an entry's note, for content other than text. */
export function NoteBox({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" component="div" className={classes.note} dir="auto">
      {children}
    </Text>
  );
}

/**
 * The comment form. Ctrl+Enter sends; the text stays when sending fails. `onSend` gets it with member ids in place of
 * names.
 */
export function CommentForm({
  onSend,
  placeholder,
  tools,
  people = [],
  edits,
}: {
  onSend: (note: string) => Promise<unknown>;
  placeholder?: string;
  /** Further controls beside the button, visible before typing. */
  tools?: ReactNode;
  /** Members who can be mentioned. */
  people?: readonly Person[];
  /** Edits an existing comment: its current text, with names, and the cancel callback. */
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
      // The error was shown; the text stays.
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
