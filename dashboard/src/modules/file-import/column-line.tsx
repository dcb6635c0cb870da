import { Select, Text, type SelectProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { isApiError } from '@/shared/api/error';
import { useShared } from '@/shared/i18n/use-shared';
import { importScope, type ImportColumn } from './file-import.model';
import classes from './file-import.module.css';
import { useFileImportText } from './i18n';

/** The fields of the select, in groups where they are many. */
export type FieldOptions = NonNullable<SelectProps['data']>;

/** One column of the file: its caption, samples of its cells, and the field that it gives. */
export function ColumnLine({
  importId,
  column,
  options,
  editable,
  chosen,
  saveColumn,
  onFailed,
}: {
  importId: string;
  column: ImportColumn;
  options: FieldOptions;
  editable: boolean;
  /** Chosen, but not saved by the server yet. */
  chosen: string | null | undefined;
  saveColumn: (name: string, field: string | null) => Promise<void>;
  onFailed: () => unknown;
}) {
  const t = useFileImportText();
  const s = useShared();
  const save = useMutation({
    // Sent one after the other; each answer is the whole import, and the last one wins.
    scope: { id: importScope(importId) },
    mutationFn: (field: string | null) => saveColumn(column.name, field),
    onError: () => onFailed(),
  });
  const errorMessage = save.error && (isApiError(save.error) ? (save.error.messages[0] ?? save.error.message) : '');
  const value = save.isPending ? save.variables : chosen === undefined ? column.field : chosen;
  return (
    <li className={classes.column} data-out={value === null || undefined}>
      <span className={classes.name}>
        <bdi>{column.name}</bdi>
      </span>
      <div className={classes.samples}>
        {column.samples.map((sample) => (
          <bdi key={sample} className={classes.sample} title={sample}>
            {sample}
          </bdi>
        ))}
        {column.samples.length === 0 && (
          <Text span size="xs" c="dimmed">
            {t('map.noSamples')}
          </Text>
        )}
      </div>
      <Select
        aria-label={t('map.fieldOf', { column: column.name })}
        data={options}
        value={value}
        onChange={(field) => save.mutate(field)}
        placeholder={t('map.leaveOut')}
        disabled={!editable}
        error={save.isError ? errorMessage || s('error.failed') : undefined}
        nothingFoundMessage={t('map.noMatch')}
        searchable
        clearable
        // The clear button removes a choice; choosing the same field again keeps it.
        allowDeselect={false}
        clearButtonProps={{ 'aria-label': s('clear') }}
      />
    </li>
  );
}
