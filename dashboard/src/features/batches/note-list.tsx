import { Alert, Text } from '@mantine/core';
import type { BatchNote } from '@/modules/batches/batches.api';
import { useFieldName, useFormatChange } from '@/modules/batches/change-line';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import classes from './batches.module.css';
import { useBatchesText } from './i18n';

/** Products left unchanged, with the reason or the fields changed since. */
export function NoteList({ rows }: { rows: readonly BatchNote[] }) {
  const t = useBatchesText();
  const { language } = useLanguage();
  const name = useFieldName();
  const formatValues = useFormatChange();
  return (
    <ul className={classes.rows}>
      {rows.map((row, index) => (
        <li key={`${row.product_id} ${index}`} className={classes.row}>
          <bdi className={classes.name}>{textOf(row.name, language)}</bdi>
          {row.message && <Alert color={row.outcome === 'failed' ? 'red' : 'yellow'}>{row.message}</Alert>}
          {row.kept.map((note) => (
            <Text key={`${note.variant ?? ''} ${note.field}`} size="sm">
              {t('stays', {
                field: [note.variant, name(note.field)].filter(Boolean).join(' · '),
                now: `\u2068${formatValues(note.kind, note.now)}\u2069`,
                batch: `\u2068${formatValues(note.kind, note.batch)}\u2069`,
              })}
            </Text>
          ))}
        </li>
      ))}
    </ul>
  );
}
