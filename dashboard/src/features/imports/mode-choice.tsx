import { Radio, SimpleGrid } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { importScope } from '@/modules/file-import/file-import.model';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useImportText } from './i18n';
import { setMode, type ImportMode, type ImportView } from './imports.api';
import classes from './imports.module.css';
import { useImportKind } from './kind';

/** Whether the import creates new things, and how it treats existing ones. Saved at once, like the mapping. */
export function ModeChoice({ of, editable }: { of: ImportView; editable: boolean }) {
  const t = useImportText();
  const client = useQueryClient();
  const kind = useImportKind();
  const { imports } = kind;
  const save = useApiMutation({
    scope: importScope(of.id),
    run: async (mode: ImportMode) => {
      client.setQueryData(imports.findQuery(of.id).queryKey, await setMode(kind, of.id, mode));
    },
    invalidates: [[...imports.key, 'index']],
  });
  return (
    <Radio.Group
      label={t('mode.label')}
      value={save.isPending ? save.variables : of.mode}
      onChange={(mode) => save.mutate(mode as ImportMode)}
      mb={20}
    >
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={10} mt={8}>
        {kind.modes.map((mode) => (
          <Radio.Card key={mode} value={mode} disabled={!editable} className={classes.mode}>
            <Radio.Indicator disabled={!editable} />
            <span>
              <span className={classes.modeName}>{t(`mode.${mode}`)}</span>
              <span className={classes.modeText}>{t(`mode.${mode}Text`)}</span>
            </span>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}
