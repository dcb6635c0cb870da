import { Alert, Button, Group, Modal, Progress, Radio, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '@/shared/api/save-file';
import type { Params } from '@/shared/api/params';
import { formatBytes, formatDate, formatNumber, formatPercent } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import {
  createExport,
  exportQuery,
  exportsKey,
  filePath,
  recentExportsQuery,
  type ExportFormat,
  type ExportView,
} from './exports.api';
import classes from './exports.module.css';
import { useExportText } from './i18n';

type Which = 'chosen' | 'shown' | 'all';

/** Choose which products and what file; small sets are there at once, large ones show how far they are. */
export default function ExportDialog({
  chosen,
  params,
  onClose,
}: {
  chosen: readonly string[];
  params: Params;
  onClose: () => void;
}) {
  const t = useExportText();
  const s = useShared();
  const phone = usePhoneScreen();
  const client = useQueryClient();
  const [which, setWhich] = useState<Which>(chosen.length > 0 ? 'chosen' : 'shown');
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [made, setMade] = useState<string | null>(null);
  const start = useMutation({
    mutationFn: () =>
      createExport(format, { items: which === 'chosen' ? chosen : [], params: which === 'shown' ? params : {} }),
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
      title={t('title')}
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
                <Radio
                  key={value}
                  value={value}
                  label={labels[value]}
                  description={value === 'shown' ? t('which.shownText') : undefined}
                />
              ))}
            </Stack>
          </Radio.Group>
          <Radio.Group label={t('format')} value={format} onChange={(value) => setFormat(value as ExportFormat)}>
            <Stack gap={10} mt={8}>
              {(['xlsx', 'csv'] as const).map((value) => (
                <Radio key={value} value={value} label={t(`format.${value}`)} description={t(`format.${value}Text`)} />
              ))}
            </Stack>
          </Radio.Group>
          <Text size="sm" c="dimmed">
            {t('explain')}
          </Text>
          <Group justify="flex-end" gap={10}>
            <Button variant="default" onClick={onClose}>
              {s('cancel')}
            </Button>
            <Button loading={start.isPending} onClick={() => start.mutate()}>
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
  const t = useExportText();
  const { data } = useQuery(exportQuery(id));
  if (!data) return null;
  const share = data.products_total > 0 ? data.products_done / data.products_total : 0;
  return (
    <Stack gap={16}>
      {data.status === 'running' && (
        <div role="status" aria-live="polite">
          <Group justify="space-between" mb={8}>
            <Text fw={600}>{t('running')}</Text>
            <Text size="sm" c="dimmed">
              {t('running.of', { done: formatNumber(data.products_done), total: formatNumber(data.products_total) })} ·{' '}
              <span className="num">{formatPercent(share, 0)}</span>
            </Text>
          </Group>
          <Progress value={share * 100} size={10} animated aria-label={t('running')} />
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
        <Group justify="flex-end" gap={10}>
          <Button variant="default" onClick={onAgain}>
            {t('again')}
          </Button>
          {data.status === 'done' && <Download of={data} main />}
        </Group>
      )}
    </Stack>
  );
}

function Download({ of, main = false }: { of: ExportView; main?: boolean }) {
  const t = useExportText();
  const save = useMutation({ mutationFn: () => saveFile(filePath(of.id)) });
  return (
    <Button
      variant={main ? 'filled' : 'default'}
      size={main ? 'sm' : 'xs'}
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={save.isPending}
      aria-label={`${t('download')} ${of.file_name}`}
      onClick={() => save.mutate()}
    >
      {t('download')}
    </Button>
  );
}

/** How many products, how large, until when. */
function FileLine({ of }: { of: ExportView }) {
  const t = useExportText();
  const { language } = useLanguage();
  const parts = [
    t('recent.line', { count: of.products_done }),
    of.status === 'running' ? t('recent.running') : formatBytes(of.size_bytes),
    of.status === 'done' && t('recent.until', { time: formatDate(of.expires_at, 'short', language) }),
  ].filter(Boolean);
  return (
    <>
      {parts.map((part, index) => (
        <span key={index}>
          {index > 0 && ' · '}
          <bdi>{part}</bdi>
        </span>
      ))}
    </>
  );
}

/** Files of earlier exports that are still there, so that a window may be closed while one is written. */
function Recent({ except }: { except: string | null }) {
  const t = useExportText();
  const { data = [] } = useQuery(recentExportsQuery);
  const rows = data.filter((row) => row.id !== except && row.status !== 'failed').slice(0, 5);
  if (rows.length === 0) return null;
  return (
    <section className={classes.recent} aria-label={t('recent')}>
      <Text size="sm" fw={600} mb={4}>
        {t('recent')}
      </Text>
      <ul className={classes.files}>
        {rows.map((row) => (
          <li key={row.id} className={classes.file}>
            <div style={{ minInlineSize: 0 }}>
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
