import { ActionIcon, Card, CloseButton, Group, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconRefresh } from '@tabler/icons-react';
import { formatBytes } from '@/shared/i18n/format';
import { useShared } from '@/shared/i18n/use-shared';
import { useUploadText } from '@/shared/upload/i18n';
import type { useUploads } from '@/shared/upload/use-uploads';
import { useMediaText } from './i18n';
import classes from './media.module.css';

/** Running uploads, each with its progress or its error. */
export function UploadTray({ uploads }: { uploads: ReturnType<typeof useUploads> }) {
  const t = useMediaText();
  const s = useShared();
  const u = useUploadText();
  const { list, again: retry, clear } = uploads;
  if (list.length === 0) return null;
  const running = list.filter((item) => item.state === 'waiting' || item.state === 'running').length;
  const done = list.filter((item) => item.state === 'done').length;
  const failed = list.filter((item) => item.state === 'failed').length;
  const summary =
    running > 0
      ? t('uploading', { count: running })
      : [done > 0 && t('uploaded', { count: done }), failed > 0 && t('notUploaded', { count: failed })]
          .filter(Boolean)
          .join(' · ');
  return (
    <Card padding={0} mb={16} component="section" aria-label={t('uploads')}>
      <Group justify="space-between" px={16} py={10}>
        <Text fw={500} size="sm" role="status">
          {summary}
        </Text>
        {running === 0 && <CloseButton aria-label={s('close')} onClick={clear} />}
      </Group>
      <ul className={classes.tray}>
        {list.map((item) => (
          <li key={item.key} className={classes.upload} data-state={item.state}>
            {item.state === 'done' && <IconCheck size={17} color="var(--mantine-color-green-6)" aria-hidden />}
            {item.state === 'failed' && <IconAlertTriangle size={17} color="var(--mantine-color-error)" aria-hidden />}
            <div className={classes.uploadText}>
              <bdi className={classes.uploadName}>{item.file.name}</bdi>{' '}
              {item.error ? (
                <Text span size="sm" c="red" role="alert">
                  {item.error}
                </Text>
              ) : (
                <Text span size="xs" c="dimmed">
                  {formatBytes(item.file.size)}
                </Text>
              )}
              {item.state === 'running' && (
                <Progress
                  value={item.progress * 100}
                  size="xs"
                  mt={4}
                  aria-label={u('upload.uploading', { name: item.file.name })}
                />
              )}
            </div>
            {item.state === 'failed' && (
              <ActionIcon
                variant="subtle"
                aria-label={`${s('tryAgain')}: ${item.file.name}`}
                onClick={() => retry(item)}
              >
                <IconRefresh size={16} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
