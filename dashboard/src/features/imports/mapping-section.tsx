import { Alert, Badge, Group, SegmentedControl, Select, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { useShared } from '@/shared/i18n/use-shared';
import { Section } from '@/shared/ui/page';
import { useImportText } from './i18n';
import { mapColumns, importScope, type ImportColumn, type ImportField, type ImportView } from './imports.api';
import classes from './imports.module.css';
import { useImportKind, type ImportKind } from './kind';
import { LanguageChoice } from './language-choice';
import { ModeChoice } from './mode-choice';

type ColumnFilter = 'all' | 'used' | 'unused';

/**
 * The mapping of columns to fields; every choice is saved at once, and remembered for the next file with the same
 * header.
 */
export function MappingSection({ of, editable }: { of: ImportView; editable: boolean }) {
  const t = useImportText();
  const [filter, setFilter] = useState<ColumnFilter>('all');
  // The rows of a filtered view are fixed when the filter is chosen: a row must not vanish while it is edited.
  const [frozen, setFrozen] = useState<ReadonlySet<string>>(new Set());
  const used = of.columns.filter((column) => column.field !== null);
  const choose = (value: ColumnFilter) => {
    setFilter(value);
    setFrozen(new Set(of.columns.filter((c) => (c.field !== null) === (value === 'used')).map((c) => c.name)));
  };
  const columns = filter === 'all' ? of.columns : of.columns.filter((column) => frozen.has(column.name));
  const { choices, missing, keep: saveColumn } = useChoices(of);
  return (
    <Section
      title={
        <Group gap={10} component="span">
          {t('map.title')}
          {of.is_mapping_remembered && (
            <Badge variant="light" size="lg" fz={12} leftSection={<IconHistory size={13} aria-hidden />}>
              {t('map.remembered')}
            </Badge>
          )}
        </Group>
      }
      text={editable ? t('map.text') : undefined}
    >
      <ModeChoice of={of} editable={editable} />
      {of.language && <LanguageChoice of={of} language={of.language} editable={editable} />}
      {!of.has_mark && (
        <Alert color="yellow" mb={20} title={t('map.noMark')}>
          {t('map.noMarkText')}
        </Alert>
      )}
      <SegmentedControl
        size="xs"
        mb={14}
        value={filter}
        onChange={(value) => choose(value as ColumnFilter)}
        data={[
          { value: 'all', label: t('map.all', { number: of.columns.length }) },
          { value: 'used', label: t('map.used', { number: used.length }) },
          { value: 'unused', label: t('map.unused', { number: of.columns.length - used.length }) },
        ]}
      />
      <div className={classes.head} aria-hidden>
        <span>{t('map.column')}</span>
        <span>{t('map.samples')}</span>
        <span>{t('map.field')}</span>
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
            of={of}
            column={column}
            editable={editable}
            chosen={choices[column.name]}
            saveColumn={saveColumn}
          />
        ))}
      </ul>
    </Section>
  );
}

/** Eighty fields need a search; grouped they can be scanned. */
function groupsOf(kind: ImportKind, fields: readonly ImportField[], t: ReturnType<typeof useImportText>) {
  return kind.groups
    .map((group) => ({
      group: t(`map.group.${group}` as 'map.group.product'),
      items: fields.filter((field) => field.group === group).map(({ code, label }) => ({ value: code, label })),
    }))
    .filter((group) => group.items.length > 0);
}

type Choices = Record<string, string | null>;

/**
 * Choices that the server cannot save yet: a file of unknown captions is mapped one column at a time, and is refused
 * until all required fields are there. They are sent with the next choice.
 */
function useChoices(of: ImportView) {
  const client = useQueryClient();
  const kind = useImportKind();
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
      client.setQueryData(kind.imports.findQuery(of.id).queryKey, await mapColumns(kind, of.id, all));
      setPending({}, null);
    } catch (error) {
      const reason = isApiError(error) ? error.fields.mapping?.[0] : undefined;
      if (!reason) throw error;
      setPending(all, reason);
    }
  };
  return { choices, missing, keep: saveColumn };
}

function ColumnLine({
  of,
  column,
  editable,
  chosen,
  saveColumn,
}: {
  of: ImportView;
  column: ImportColumn;
  editable: boolean;
  /** Chosen, but not saved by the server yet. */
  chosen: string | null | undefined;
  saveColumn: (name: string, field: string | null) => Promise<void>;
}) {
  const t = useImportText();
  const s = useShared();
  const client = useQueryClient();
  const kind = useImportKind();
  const save = useMutation({
    // Sent one after the other; each answer is the whole import, and the last one wins.
    scope: { id: importScope(of.id) },
    mutationFn: (field: string | null) => saveColumn(column.name, field),
    onError: () => client.invalidateQueries({ queryKey: kind.imports.findQuery(of.id).queryKey }),
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
        data={groupsOf(kind, of.fields, t)}
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

/** The file could not be read; the server's error about the whole file. */
export function FailureAlert({ of }: { of: ImportView }) {
  const t = useImportText();
  if (!of.error) return null;
  return (
    <Alert color="red" role="alert" title={t('failed.title')}>
      {of.error.message}
    </Alert>
  );
}
