import { Anchor, Group } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import type { ImportMessage } from './file-import.model';
import classes from './file-import.module.css';
import { useFileImportText } from './i18n';

/** Lines of notes shown before the rest is folded away. */
const fewNotes = 2;

/** Errors and notes about an item of the file. `row` is its first row: a message about another of its rows names it. */
export function RowMessages({
  row,
  errors,
  notes,
}: {
  row: number;
  errors: readonly ImportMessage[];
  notes: readonly ImportMessage[];
}) {
  const t = useFileImportText();
  const { dir } = useLanguage();
  const [open, setOpen] = useState(false);
  if (errors.length + notes.length === 0) return null;
  const shownNotes = open ? notes : notes.slice(0, errors.length > 0 ? 0 : fewNotes);
  const hidden = notes.length - shownNotes.length;
  const line = (message: ImportMessage, index: number, isError: boolean) => (
    <li key={`${isError}${index}`} style={isError ? { color: 'var(--bad)' } : undefined}>
      {(message.column || (message.line && message.line !== row)) && (
        <span className={classes.where}>
          {message.line && message.line !== row && <bdi>{t('rows.line', { line: formatNumber(message.line) })}</bdi>}
          {message.line && message.line !== row && message.column && ' · '}
          {message.column && <bdi>{t('rows.column', { column: message.column })}</bdi>}:{' '}
        </span>
      )}
      {/* Direction of the reader's language: a bdi would take it from the text that is quoted first. */}
      <span dir={dir} style={{ unicodeBidi: 'isolate' }}>
        {message.message}
      </span>
    </li>
  );
  return (
    <>
      <ul className={classes.reasons}>
        {errors.map((message, index) => line(message, index, true))}
        {shownNotes.map((message, index) => line(message, index, false))}
      </ul>
      {(hidden > 0 || open) && (
        <Group>
          <Anchor component="button" type="button" size="xs" mt={4} onClick={() => setOpen(!open)}>
            {open ? t('rows.less') : t('rows.more', { count: hidden })}
          </Anchor>
        </Group>
      )}
    </>
  );
}
