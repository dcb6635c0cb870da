import {
  Alert,
  Button,
  Checkbox,
  Group,
  Modal,
  Progress,
  Radio,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '@/shared/api/save-file';
import type { Params } from '@/shared/api/params';
import { formatBytes, formatDate, formatNumber } from '@/shared/i18n/format';
import { useLanguage, type Language } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import {
  createExport,
  exportColumns,
  exportQuery,
  exportsKey,
  filePath,
  recentExportsQuery,
  type ExportColumn,
  type ExportFormat,
  type CustomerExport,
} from './export.api';
import { useCustomerExportText } from './i18n';
import classes from './export.module.css';

type Which = 'chosen' | 'shown' | 'all';

/** Which customers, which columns, in which language and kind of file; large sets are written in the background. */
export default function ExportDialog({
  chosen,
  params,
  onClose,
}: {
  chosen: readonly string[];
  params: Params;
  onClose: () => void;
}) {
  const t = useCustomerExportText();
  const s = useShared();
  const phone = usePhoneScreen();
  const client = useQueryClient();
  const own = useLanguage().language;
  const [which, setWhich] = useState<Which>(chosen.length > 0 ? 'chosen' : 'shown');
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [language, setLanguage] = useState<Language>(own);
  const [columns, setColumns] = useState<readonly string[]>(exportColumns);
  const [made, setMade] = useState<string | null>(null);
  const start = useMutation({
    mutationFn: () =>
      createExport({
        format,
        language,
        columns: exportColumns.filter((column) => columns.includes(column)),
        items: which === 'chosen' ? chosen : [],
        params: which === 'shown' ? params : {},
      }),
    onSuccess: async (answer) => {
      client.setQueryData(exportQuery(answer.id).queryKey, answer);
      setMade(answer.id);
      void client.invalidateQueries({ queryKey: [...exportsKey, 'recent'] });
      if (answer.status === 'done') await saveFile(filePath(answer.id));
    },
  });
  const choices: Which[] = chosen.length > 0 ? ['chosen', 'shown', 'all'] : ['shown', 'all'];
  const labels = { chosen: t('which.chosen', { count: chosen.length }), shown: t('which.shown'), all: t('which.all') };
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text fw={600} fz={16}>
          {t('title')}
        </Text>
      }
      size="lg"
      fullScreen={phone}
      closeButtonProps={{ 'aria-label': s('close') }}
    >
      {made ? (
        <Made id={made} onAgain={() => setMade(null)} />
      ) : (
        <Stack gap={20}>
          <Radio.Group label={t('which')} value={which} onChange={(value) => setWhich(value as Which)}>
            <Stack gap={10} mt={8}>
              {choices.map((value) => (
                <Radio key={value} value={value} label={labels[value]} />
              ))}
            </Stack>
          </Radio.Group>
          <Checkbox.Group label={t('columns')} value={[...columns]} onChange={setColumns}>
            <SimpleGrid cols={{ base: 2, sm: 3 }} spacing={10} mt={8}>
              {exportColumns.map((column: ExportColumn) => (
                <Checkbox key={column} value={column} label={t(`column.${column}`)} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <div>
              <Text size="sm" fw={500} mb={6}>
                {t('format')}
              </Text>
              <SegmentedControl
                fullWidth
                aria-label={t('format')}
                value={format}
                onChange={(value) => setFormat(value as ExportFormat)}
                data={[
                  { value: 'xlsx', label: t('format.xlsx') },
                  { value: 'csv', label: 'CSV' },
                ]}
              />
            </div>
            <div>
              <Text size="sm" fw={500} mb={6}>
                {t('language')}
              </Text>
              <SegmentedControl
                fullWidth
                aria-label={t('language')}
                value={language}
                onChange={(value) => setLanguage(value as Language)}
                data={[
                  { value: 'ar', label: 'العربية' },
                  { value: 'en', label: 'English' },
                ]}
              />
            </div>
          </SimpleGrid>
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {s('cancel')}
            </Button>
            <Button loading={start.isPending} disabled={columns.length === 0} onClick={() => start.mutate()}>
              {t('start')}
            </Button>
          </Group>
        </Stack>
      )}
      <Recent except={made} />
    </Modal>
  );
}

/** The export that was just begun. */
function Made({ id, onAgain }: { id: string; onAgain: () => void }) {
  const t = useCustomerExportText();
  const { data } = useQuery(exportQuery(id));
  if (!data) return null;
  return (
    <Stack gap={16}>
      {data.status === 'running' && (
        <div role="status" aria-live="polite">
          <Text fw={600} mb={8}>
            {data.is_total_capped
              ? t('running.done', { count: data.done })
              : t('running.of', { done: formatNumber(data.done), total: formatNumber(data.total) })}
          </Text>
          <Progress
            value={data.is_total_capped ? 100 : (100 * data.done) / Math.max(1, data.total)}
            animated
            aria-label={t('running')}
          />
          <Text size="sm" c="dimmed" mt={10}>
            {t('running.leave')}
          </Text>
        </div>
      )}
      {data.status === 'done' && (
        <Alert color="green" role="status" icon={<IconCircleCheck size={18} aria-hidden />} title={t('ready')}>
          <FileLine of={data} />
        </Alert>
      )}
      {data.status === 'failed' && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('failed')}>
          {t('failedText')}
        </Alert>
      )}
      {data.status !== 'running' && (
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onAgain}>
            {t('again')}
          </Button>
          {data.status === 'done' && <Download of={data} />}
        </Group>
      )}
    </Stack>
  );
}

function Download({ of }: { of: CustomerExport }) {
  const t = useCustomerExportText();
  const save = useMutation({ mutationFn: () => saveFile(filePath(of.id)) });
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={save.isPending}
      aria-label={`${t('download')} ${of.file_name}`}
      onClick={() => save.mutate()}
    >
      {t('download')}
    </Button>
  );
}

/** How many customers, how large, until when. */
function FileLine({ of }: { of: CustomerExport }) {
  const t = useCustomerExportText();
  const { language } = useLanguage();
  const parts = [
    t('customers', { count: of.done }),
    of.status === 'running' ? t('running') : formatBytes(of.size_bytes),
    of.status === 'done' && t('until', { time: formatDate(of.expires_at, 'short', language) }),
  ].filter((part) => part !== false);
  return (
    <>
      {parts.map((part, index) => (
        <span key={part}>
          {index > 0 && ' · '}
          <bdi>{part}</bdi>
        </span>
      ))}
    </>
  );
}

/** Files of earlier exports that are still there, so that the window may be closed while one is written. */
function Recent({ except }: { except: string | null }) {
  const t = useCustomerExportText();
  const { data = [] } = useQuery(recentExportsQuery);
  const rows = data.filter((row) => row.id !== except && row.status !== 'failed').slice(0, 5);
  if (rows.length === 0) return null;
  return (
    <section className={classes.recent} aria-label={t('recent')}>
      <Text size="sm" fw={600} mb={4}>
        {t('recent')}
      </Text>
      <ul className={classes.list}>
        {rows.map((row) => (
          <li key={row.id} className={classes.line}>
            <div>
              <Text size="sm" truncate>
                <bdi>{row.file_name}</bdi>
              </Text>
              <Text size="xs" c="dimmed">
                <FileLine of={row} />
              </Text>
            </div>
            {row.status === 'done' && <Download of={row} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
