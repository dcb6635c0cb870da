import { Alert, Anchor, Card, Group, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { formatBytes, formatPercent } from '@/shared/i18n/format';
import { useShared } from '@/shared/i18n/use-shared';
import { useUploadText } from '@/shared/upload/i18n';
import { DropZone } from '@/shared/upload/drop-zone';
import { useImportText } from './i18n';
import { saveFile, templateFile, uploadImport } from './imports.api';
import { checkFile } from './imports.model';
import { useImportKind } from './kind';

/** Uploads a file with progress; the server's errors are shown until the next file. */
export function ImportUpload() {
  const t = useImportText();
  const s = useShared();
  const u = useUploadText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const kind = useImportKind();
  const { imports } = kind;
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null);
  const [problem, setProblem] = useState<{ name: string; text: string } | null>(null);

  const send = async (file: File) => {
    const fileProblem = checkFile(file);
    if (fileProblem) {
      setProblem({ name: file.name, text: t(`file.${fileProblem}`, { size: formatBytes(file.size) }) });
      return;
    }
    setProblem(null);
    setSending({ name: file.name, share: 0 });
    try {
      const created = await uploadImport(kind, file, (share) => setSending({ name: file.name, share }));
      client.setQueryData(imports.findQuery(created.id).queryKey, created);
      void client.invalidateQueries({ queryKey: [...imports.key, 'index'] });
      await navigate({ to: kind.page, params: { id: created.id } });
    } catch (failure) {
      const text = isApiError(failure) ? (failure.messages[0] ?? failure.message) : '';
      const unreachable = isApiError(failure) && failure.outcome === 'unreachable';
      setProblem({ name: file.name, text: unreachable ? s('error.unreachableText') : text || u('upload.failed') });
    } finally {
      setSending(null);
    }
  };

  return (
    <Card padding={20} mb={20}>
      {sending ? (
        <div role="status">
          <Group justify="space-between" mb={8} gap={8} wrap="nowrap">
            <Text size="sm" fw={500} truncate>
              <bdi>{sending.share < 1 ? t('uploading', { name: sending.name }) : t('reading')}</bdi>
            </Text>
            {sending.share < 1 && (
              <Text size="sm" c="dimmed" className="num">
                {formatPercent(sending.share, 0)}
              </Text>
            )}
          </Group>
          <Progress
            value={sending.share * 100}
            size={8}
            animated={sending.share === 1}
            aria-label={t('uploading', { name: sending.name })}
          />
        </div>
      ) : (
        <DropZone
          label={t('drop')}
          hint={t('dropHint')}
          icon={<IconFileSpreadsheet size={34} stroke={1.4} aria-hidden style={{ flex: 'none' }} />}
          accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onFiles={([file]) => file && void send(file)}
        />
      )}
      {problem && (
        <Alert
          color="red"
          mt={14}
          role="alert"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={
            <>
              {t('notUploaded')}: <bdi>{problem.name}</bdi>
            </>
          }
        >
          {problem.text}
        </Alert>
      )}
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
