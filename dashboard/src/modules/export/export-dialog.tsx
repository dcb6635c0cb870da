import {
  Alert,
  Button,
  Checkbox,
  Group,
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
import type { ListQuery } from '@/shared/api/params';
import { formatBytes, formatDate, formatNumber } from '@/shared/i18n/format';
import { useLanguage, type Language } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { Dialog } from '@/shared/ui/dialog';
import type { Translate } from '@/shared/i18n/catalogue';
import type { ExportCalls, ExportFormat, ExportView } from './exports.api';
import { useExportText } from './i18n';
import classes from './export.module.css';

/** Props that a list passes to its export dialog. */
export interface ExportDialogProps {
  /** Ids of selected rows; empty when the export was started from the header. */
  chosen: readonly string[];
  /** The list's query. */
  params: ListQuery;
  onClose: () => void;
}

/** Texts that name what is exported; those with a number get `count`. */
export type ExportWord = 'title' | 'which' | 'which.chosen' | 'which.all' | 'running.done' | 'count';

export interface ExportKind<Column> {
  calls: ExportCalls<Column>;
  t: Translate<ExportWord>;
}

type ExportSelection = 'chosen' | 'shown' | 'all';

/** The export dialog: rows, columns, language and format; large sets are written in the background. */
export function ExportDialog<Column extends string>({
  kind,
  columns: all = [],
  note,
  shown,
  always = {},
  chosen,
  params,
  onClose,
}: ExportDialogProps & {
  kind: ExportKind<Column>;
  /** All columns in their order; none where the file always has all. */
  columns?: readonly { value: Column; label: string }[];
  /** The purpose of the file. */
  note?: string;
  /** What the query stands for, where that can be said better than "by the current filters". */
  shown?: string;
  /** Query params that apply to "all" too. */
  always?: ListQuery;
}) {
  const t = useExportText();
  const s = useShared();
  const client = useQueryClient();
  const own = useLanguage().language;
  const [which, setWhich] = useState<ExportSelection>(chosen.length > 0 ? 'chosen' : 'shown');
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [language, setLanguage] = useState<Language>(own);
  const [columns, setColumns] = useState<readonly Column[]>(all.map((column) => column.value));
  const [createdId, setCreatedId] = useState<string | null>(null);
  const start = useMutation({
    mutationFn: () =>
      kind.calls.create({
        format,
        items: which === 'chosen' ? chosen : [],
        params: which === 'shown' ? params : which === 'all' ? always : {},
        ...(all.length > 0 && {
          language,
          columns: all.map((column) => column.value).filter((column) => columns.includes(column)),
        }),
      }),
    onSuccess: async (answer) => {
      client.setQueryData(kind.calls.one(answer.id).queryKey, answer);
      setCreatedId(answer.id);
      void client.invalidateQueries({ queryKey: kind.calls.recent.queryKey });
      if (answer.status === 'done') await saveFile(kind.calls.file(answer.id));
    },
  });
  const choices: ExportSelection[] = chosen.length > 0 ? ['chosen', 'shown', 'all'] : ['shown', 'all'];
  const labels = {
    chosen: kind.t('which.chosen', { count: chosen.length }),
    shown: shown ?? t('which.shown'),
    all: kind.t('which.all'),
  };
  return (
    <Dialog tall title={kind.t('title')} size={620} onClose={onClose}>
      {createdId ? (
        <CreatedExport kind={kind} id={createdId} onAgain={() => setCreatedId(null)} />
      ) : (
        <Stack gap={20}>
          <Radio.Group label={kind.t('which')} value={which} onChange={(value) => setWhich(value as ExportSelection)}>
            <Stack gap={10} mt={8}>
              {choices.map((value) => (
                <Radio key={value} value={value} label={labels[value]} />
              ))}
            </Stack>
          </Radio.Group>
          {all.length > 0 && (
            <Checkbox.Group label={t('columns')} value={[...columns]} onChange={setColumns}>
              <SimpleGrid cols={{ base: 2, sm: 3 }} spacing={10} mt={8}>
                {all.map((column) => (
                  <Checkbox key={column.value} value={column.value} label={column.label} />
                ))}
              </SimpleGrid>
            </Checkbox.Group>
          )}
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
            {all.length > 0 && (
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
            )}
          </SimpleGrid>
          {note && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {s('cancel')}
            </Button>
            <Button
              loading={start.isPending}
              disabled={all.length > 0 && columns.length === 0}
              onClick={() => start.mutate()}
            >
              {t('start')}
            </Button>
          </Group>
        </Stack>
      )}
      <Recent kind={kind} except={createdId} />
    </Dialog>
  );
}

/** The export that was just created. */
function CreatedExport<Column>({ kind, id, onAgain }: { kind: ExportKind<Column>; id: string; onAgain: () => void }) {
  const t = useExportText();
  const { data } = useQuery(kind.calls.one(id));
  if (!data) return null;
  return (
    <Stack gap={16}>
      {data.status === 'running' && (
        <div role="status" aria-live="polite">
          <Text fw={600} mb={8}>
            {data.is_total_capped
              ? kind.t('running.done', { count: data.done })
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
        <Alert
          color="green"
          role="status"
          icon={<IconCircleCheck size={18} aria-hidden />}
          title={<StatusText text={t('ready')} />}
        >
          <FileLine kind={kind} of={data} />
        </Alert>
      )}
      {data.status === 'failed' && (
        <Alert
          color="red"
          role="alert"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={<StatusText text={t('failed')} />}
        >
          {t('failedText')}
        </Alert>
      )}
      {data.status !== 'running' && (
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onAgain}>
            {t('again')}
          </Button>
          {data.status === 'done' && <Download kind={kind} of={data} isMain />}
        </Group>
      )}
    </Stack>
  );
}

/** The title of a message, in a colour with enough contrast on its background. */
function StatusText({ text }: { text: string }) {
  return (
    <Text span inherit c="var(--mantine-color-text)">
      {text}
    </Text>
  );
}

function Download<Column>({
  kind,
  of,
  isMain = false,
}: {
  kind: ExportKind<Column>;
  of: ExportView;
  isMain?: boolean;
}) {
  const t = useExportText();
  const save = useMutation({ mutationFn: () => saveFile(kind.calls.file(of.id)) });
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      size={isMain ? 'sm' : 'xs'}
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={save.isPending}
      aria-label={`${t('download')} ${of.file_name}`}
      onClick={() => save.mutate()}
    >
      {t('download')}
    </Button>
  );
}

/** Number of rows, size, and expiry. */
function FileLine<Column>({ kind, of }: { kind: ExportKind<Column>; of: ExportView }) {
  const t = useExportText();
  const { language } = useLanguage();
  const parts = [
    kind.t('count', { count: of.done }),
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

/** Earlier exports with a file, so that the dialog may be closed while one is written. */
function Recent<Column>({ kind, except }: { kind: ExportKind<Column>; except: string | null }) {
  const t = useExportText();
  const { data = [] } = useQuery(kind.calls.recent);
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
                <FileLine kind={kind} of={row} />
              </Text>
            </div>
            {row.status === 'done' && <Download kind={kind} of={row} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
