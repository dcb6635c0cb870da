import { Textarea } from '@mantine/core';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { fetchPart } from '@/shared/api/parts';
import { useMentionText } from './i18n';
import { mentionQueryAt, handlesOf, type Person } from './mentions';
import classes from './mentions.module.css';

type Offer = (people: readonly Person[], query: string) => Person[];

/**
 * A text box in which `@` suggests members: arrows move, Enter or Tab accepts, Escape dismisses. The text holds names;
 * `toIds` converts it for storage. Ctrl+Enter sends.
 */
export function MentionField({
  value,
  onChange,
  onSend,
  people,
  label,
  placeholder,
  maxLength,
  description,
  autoFocus,
}: {
  value: string;
  onChange: (value: string) => void;
  onSend: () => void;
  people: readonly Person[];
  label: string;
  placeholder?: string;
  maxLength: number;
  description?: ReactNode;
  autoFocus?: boolean;
}) {
  const t = useMentionText();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  // Position of a dismissed suggestion list: it opens again with the next @.
  const [left, setLeft] = useState<number | null>(null);
  const mentionQuery = people.length > 0 ? mentionQueryAt(value, caret) : null;
  // The code of the folded search loads with the first @.
  const [offer, setOffer] = useState<Offer | null>(null);
  const isSearching = mentionQuery !== null;
  useEffect(() => {
    if (isSearching)
      void fetchPart(() => import('./offered')).then(
        (module) => setOffer(() => module.offered),
        () => undefined,
      );
  }, [isSearching]);
  const found = mentionQuery && offer && mentionQuery.from !== left ? offer(people, mentionQuery.query) : [];
  const chosen = Math.min(at, found.length - 1);
  const handles = handlesOf(people);

  const insertMention = (person: Person | undefined) => {
    if (!person || !mentionQuery) return;
    const handle = handles.get(person.id) ?? person.name;
    const next = `${value.slice(0, mentionQuery.from)}@${handle} ${value.slice(caret).replace(/^ /, '')}`;
    const end = mentionQuery.from + handle.length + 2;
    onChange(next);
    setCaret(end);
    setLeft(mentionQuery.from);
    setAt(0);
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(end, end);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
      return;
    }
    if (found.length === 0 || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt((chosen + step + found.length) % found.length);
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault();
      insertMention(found[chosen]);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setLeft(mentionQuery?.from ?? null);
    }
  };

  return (
    <div className={classes.place}>
      <Textarea
        ref={box}
        aria-label={label}
        aria-controls={found.length > 0 ? id : undefined}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        placeholder={placeholder}
        description={description}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxLength}
        value={value}
        classNames={{ input: classes.box }}
        data-autofocus={autoFocus || undefined}
        autoFocus={autoFocus}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          setCaret(event.currentTarget.selectionStart);
          setAt(0);
          if (mentionQuery === null) setLeft(null);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onBlur={() => setLeft(mentionQuery?.from ?? null)}
        onKeyDown={onKeyDown}
      />
      {found.length > 0 && (
        <div id={id} role="listbox" tabIndex={-1} aria-label={t('people')} className={classes.list}>
          {found.map((person, index) => (
            // The text box keeps the focus, and handles the keys.
            <div
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className={classes.option}
              onMouseDown={(event) => {
                event.preventDefault();
                insertMention(person);
              }}
              onMouseEnter={() => setAt(index)}
            >
              <bdi>{handles.get(person.id)}</bdi>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
