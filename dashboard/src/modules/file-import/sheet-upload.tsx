import { Alert, Group, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { formatBytes, formatPercent } from '@/shared/i18n/format';
import { useShared } from '@/shared/i18n/use-shared';
import { DropZone } from '@/shared/upload/drop-zone';
import { useUploadText } from '@/shared/upload/i18n';
import { checkFile } from './file-import.model';
import { useFileImportText } from './i18n';

/** Uploads a CSV or XLSX file with progress; the server's errors are shown until the next file. */
export function SheetUpload<Created>({
  label,
  hint,
  send,
  onUploaded,
}: {
  label: string;
  hint: string;
  send: (file: File, onProgress: (share: number) => void) => Promise<Created>;
  onUploaded: (created: Created) => unknown;
}) {
  const t = useFileImportText();
  const s = useShared();
  const u = useUploadText();
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null);
  const [problem, setProblem] = useState<{ name: string; text: string } | null>(null);

  const upload = async (file: File) => {
    const fileProblem = checkFile(file);
    if (fileProblem) {
      setProblem({ name: file.name, text: t(`file.${fileProblem}`, { size: formatBytes(file.size) }) });
      return;
    }
    setProblem(null);
    setSending({ name: file.name, share: 0 });
    try {
      await onUploaded(await send(file, (share) => setSending({ name: file.name, share })));
    } catch (failure) {
      const text = isApiError(failure) ? (failure.messages[0] ?? failure.message) : '';
      const unreachable = isApiError(failure) && failure.outcome === 'unreachable';
      setProblem({ name: file.name, text: unreachable ? s('error.unreachableText') : text || u('upload.failed') });
    } finally {
      setSending(null);
    }
  };

  return (
    <>
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
          label={label}
          hint={hint}
          icon={<IconFileSpreadsheet size={34} stroke={1.4} aria-hidden style={{ flex: 'none' }} />}
          accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onFiles={([file]) => file && void upload(file)}
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
    </>
  );
}
