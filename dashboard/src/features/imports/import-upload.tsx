import { Anchor, Card, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { SheetUpload } from '@/modules/file-import/sheet-upload';
import { useImportText } from './i18n';
import { saveFile, templateFile, uploadImport, type ImportView } from './imports.api';
import { useImportKind } from './kind';

/** Uploads a file; its import opens. */
export function ImportUpload() {
  const t = useImportText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const kind = useImportKind();
  const { imports } = kind;
  const open = (created: ImportView) => {
    client.setQueryData(imports.findQuery(created.id).queryKey, created);
    void client.invalidateQueries({ queryKey: [...imports.key, 'index'] });
    return navigate({ to: kind.page, params: { id: created.id } });
  };
  return (
    <Card padding={20} mb={20}>
      <SheetUpload
        label={t('drop')}
        hint={t('dropHint')}
        send={(file, onProgress) => uploadImport(kind, file, onProgress)}
        onUploaded={open}
      />
      <Anchor
        component="button"
        type="button"
        size="sm"
        mt={14}
        w="fit-content"
        onClick={() => void saveFile(templateFile(kind)).catch(() => undefined)}
      >
        <Group gap={6} component="span">
          <IconDownload size={15} aria-hidden />
          {t('template')}
        </Group>
      </Anchor>
    </Card>
  );
}
