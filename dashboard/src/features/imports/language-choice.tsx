import { Input, SegmentedControl } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { importScope } from '@/modules/file-import/file-import.model';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useImportText } from './i18n';
import { setLanguage, type ImportLanguage, type ImportView } from './imports.api';
import { useImportKind } from './kind';

/** The language of the file's texts: guessed, and saved at once when corrected. */
export function LanguageChoice({
  of,
  language,
  editable,
}: {
  of: ImportView;
  language: ImportLanguage;
  editable: boolean;
}) {
  const t = useImportText();
  const client = useQueryClient();
  const kind = useImportKind();
  const save = useApiMutation({
    scope: importScope(of.id),
    run: async (next: ImportLanguage) => {
      client.setQueryData(kind.imports.findQuery(of.id).queryKey, await setLanguage(kind, of.id, next));
    },
    invalidates: [[...kind.imports.key, 'index']],
  });
  return (
    <Input.Wrapper label={t('language.label')} description={t('language.text')} mb={20}>
      <SegmentedControl
        mt={8}
        disabled={!editable}
        aria-label={t('language.label')}
        value={save.isPending ? save.variables : language}
        onChange={(next) => save.mutate(next as ImportLanguage)}
        data={(['ar', 'en'] as const).map((value) => ({ value, label: t(`language.${value}`) }))}
      />
    </Input.Wrapper>
  );
}
