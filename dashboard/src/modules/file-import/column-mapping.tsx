import { Alert, SegmentedControl, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { ColumnLine, type FieldOptions } from './column-line';
import classes from './file-import.module.css';
import type { ImportColumn } from './file-import.model';
import { useFileImportText } from './i18n';

type ColumnFilter = 'all' | 'used' | 'unused';
type Choices = Record<string, string | null>;

/**
 * The columns of a file and the field that each gives; every choice is saved at once, and remembered by the server for
 * the next file with the same header.
 */
export function ColumnMapping({
  id,
  columns: all,
  options,
  fieldHead,
  editable,
  save,
  onFailed,
}: {
  /** Of the import: its changes are sent one after the other. */
  id: string;
  columns: readonly ImportColumn[];
  options: FieldOptions;
  /** Head of the column with the fields. */
  fieldHead: string;
  editable: boolean;
  save: (changes: Choices) => Promise<unknown>;
  /** A choice was refused: the page shows what is stored. */
  onFailed: () => unknown;
}) {
  const t = useFileImportText();
  const [filter, setFilter] = useState<ColumnFilter>('all');
  // The rows of a filtered view are fixed when the filter is chosen: a row must not vanish while it is edited.
  const [frozen, setFrozen] = useState<ReadonlySet<string>>(new Set());
  const used = all.filter((column) => column.field !== null);
  const choose = (value: ColumnFilter) => {
    setFilter(value);
    setFrozen(new Set(all.filter((c) => (c.field !== null) === (value === 'used')).map((c) => c.name)));
  };
  const columns = filter === 'all' ? all : all.filter((column) => frozen.has(column.name));
  const { choices, missing, keep: saveColumn } = useChoices(save);
  return (
    <>
      <SegmentedControl
        size="xs"
        mb={14}
        value={filter}
        onChange={(value) => choose(value as ColumnFilter)}
        data={[
          { value: 'all', label: t('map.all', { number: all.length }) },
          { value: 'used', label: t('map.used', { number: used.length }) },
          { value: 'unused', label: t('map.unused', { number: all.length - used.length }) },
        ]}
      />
      <div className={classes.head} aria-hidden>
        <span>{t('map.column')}</span>
        <span>{t('map.samples')}</span>
        <span>{fieldHead}</span>
      </div>
      {missing && (
        <Alert color="yellow" mb={14} role="status">
          {missing}
        </Alert>
      )}
      {columns.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('map.noneHere')}
        </Text>
      )}
      <ul className={classes.columns}>
        {columns.map((column) => (
          <ColumnLine
            key={column.name}
            importId={id}
            column={column}
            options={options}
            editable={editable}
            chosen={choices[column.name]}
            saveColumn={saveColumn}
            onFailed={onFailed}
          />
        ))}
      </ul>
    </>
  );
}

/**
 * Choices that the server cannot save yet: a file of unknown captions is mapped one column at a time, and is refused
 * until all required fields are there. They are sent with the next choice.
 */
function useChoices(save: (changes: Choices) => Promise<unknown>) {
  const [choices, setChoices] = useState<Choices>({});
  const [missing, setMissing] = useState<string | null>(null);
  const waiting = useRef<Choices>({});
  const setPending = (next: Choices, reason: string | null) => {
    waiting.current = next;
    setChoices(next);
    setMissing(reason);
  };
  const saveColumn = async (name: string, field: string | null) => {
    const all = { ...waiting.current, [name]: field };
    try {
      await save(all);
      setPending({}, null);
    } catch (error) {
      const reason = isApiError(error) ? error.fields.mapping?.[0] : undefined;
      if (!reason) throw error;
      setPending(all, reason);
    }
  };
  return { choices, missing, keep: saveColumn };
}
