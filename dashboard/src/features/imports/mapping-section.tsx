import { Alert } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ColumnMapping } from '@/modules/file-import/column-mapping';
import type { ImportField } from '@/modules/file-import/file-import.model';
import { MappingTitle } from '@/modules/file-import/mapping-title';
import { Section } from '@/shared/ui/page';
import { useImportText } from './i18n';
import { mapColumns, type ImportView } from './imports.api';
import { useImportKind, type ImportKind } from './kind';
import { LanguageChoice } from './language-choice';
import { ModeChoice } from './mode-choice';

/** What the import does with the file: mode, language, and the field that each column gives. */
export function MappingSection({ of, editable }: { of: ImportView; editable: boolean }) {
  const t = useImportText();
  const kind = useImportKind();
  const client = useQueryClient();
  const { queryKey } = kind.imports.findQuery(of.id);
  return (
    <Section
      title={<MappingTitle title={t('map.title')} isRemembered={of.is_mapping_remembered} />}
      text={editable ? t('map.text') : undefined}
    >
      <ModeChoice of={of} editable={editable} />
      {of.language && <LanguageChoice of={of} language={of.language} editable={editable} />}
      {!of.has_mark && (
        <Alert color="yellow" mb={20} title={t('map.noMark')}>
          {t('map.noMarkText')}
        </Alert>
      )}
      <ColumnMapping
        id={of.id}
        columns={of.columns}
        options={groupsOf(kind, of.fields, t)}
        fieldHead={t('map.field')}
        editable={editable}
        save={async (changes) => client.setQueryData(queryKey, await mapColumns(kind, of.id, changes))}
        onFailed={() => client.invalidateQueries({ queryKey })}
      />
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
