import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconFileZip } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { saveFile } from '@/shared/api/save-file';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { formatBytes, formatDate } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { Dialog } from '@/shared/ui/dialog';
import { ErrorState } from '@/shared/ui/error-state';
import type { CustomerView } from '../customers.api';
import { usePersonalDialogText } from './dialogs/i18n';
import { makePersonExport, personExportQuery, personFile, type PersonExport } from './personal.api';

/** CU-01: everything that the store keeps of the customer, as one file for them. */
export default function DataExportDialog({ customer, onClose }: { customer: CustomerView; onClose: () => void }) {
  const t = usePersonalDialogText();
  const s = useShared();
  const query = useQuery(personExportQuery(customer.id));
  const createExport = useApiMutation({
    run: () => makePersonExport(customer.id),
    invalidates: [personExportQuery(customer.id).queryKey],
  });
  const file = query.data ?? null;
  const busy = createExport.isPending || file?.status === 'running';
  return (
    <Dialog title={t('export.title', { name: `\u2068${customer.name}\u2069` })} size={440} onClose={onClose}>
      <Stack gap={16}>
        <Text size="sm">{t('export.text')}</Text>
        {query.error && !query.data && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {file?.status === 'running' && (
          <Group role="status" gap={10} wrap="nowrap">
            <Loader size="xs" />
            <Text size="sm">{t('export.running')}</Text>
          </Group>
        )}
        {file?.status === 'failed' && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {t('export.failed')}
          </Alert>
        )}
        {file?.status === 'done' && <Ready customer={customer} file={file} />}
        <Text size="sm" c="dimmed">
          {t('export.private')}
        </Text>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {s('close')}
          </Button>
          <Button
            variant={file?.status === 'done' ? 'default' : 'filled'}
            disabled={query.isPending || file?.status === 'running'}
            loading={busy && !file}
            onClick={() => createExport.mutate(undefined)}
          >
            {t(file ? 'export.again' : 'export.make')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Ready({ customer, file }: { customer: CustomerView; file: PersonExport }) {
  const t = usePersonalDialogText();
  const { language } = useLanguage();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => saveFile(personFile(customer.id)),
    onSuccess: () => client.invalidateQueries({ queryKey: personExportQuery(customer.id).queryKey }),
  });
  const facts = [
    formatBytes(file.size_bytes),
    t('export.until', { time: formatDate(file.expires_at, 'short', language) }),
    t('export.downloads', { count: file.downloads }),
  ];
  return (
    <Alert color="green" role="status" icon={<IconFileZip size={18} aria-hidden />} title={t('export.ready')}>
      <Text size="sm" component="div">
        {facts.map((fact, n) => (
          <span key={fact}>
            {n > 0 && ' · '}
            <bdi>{fact}</bdi>
          </span>
        ))}
      </Text>
      <Button
        mt={10}
        size="xs"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {t('export.download')}
      </Button>
    </Alert>
  );
}
