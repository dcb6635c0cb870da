import { ActionIcon, Alert, Badge, Button, Group, Menu, Select, Skeleton, Stack, Text } from '@mantine/core';
import { IconDots, IconDownload, IconEye, IconFileInvoice, IconPrinter, IconReceiptRefund } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { isApiError } from '@/shared/api/error';
import { saveFile } from '@/shared/api/save-file';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { Money } from '@/shared/ui/money';
import { Section } from '@/shared/ui/page';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import {
  documentFile,
  documentsQuery,
  issueInvoice,
  openFile,
  printFile,
  slipFile,
  type LoadFile,
  type DocumentRow,
  type PrintOptions,
} from './documents.api';
import classes from './documents.module.css';
import { useDocumentsText } from './i18n';
import { LinkAnchor } from '@/shared/ui/link-anchor';

const CreditDialog = lazyDialog(() => import('./credit-dialog'));

const languages = ['ar', 'en', 'both'] as const;
const papers = ['a4', 'a5', 'roll80'] as const;
const isZero = (amount: string | null | undefined) => !amount || Number(amount) === 0;

/** OR-08: the documents of an order: issue, view, print, download, credit. */
export function DocumentsCard({
  order,
  mayUpdate,
  mayInvoice,
}: {
  order: string;
  mayUpdate: boolean;
  /** A draft or a cancelled order gets no invoice. */
  mayInvoice: boolean;
}) {
  const t = useDocumentsText();
  const documents = useQuery(documentsQuery(order));
  // Options that are not set follow the store's settings.
  const [printOptions, setPrintOptions] = useState<PrintOptions>({});
  const [credited, setCredited] = useState<DocumentRow | undefined>();
  const issue = useApiMutation({
    run: () => issueInvoice(order),
    invalidates: [['orders', 'one', order]],
    done: () => toast.success(t('issued')),
  });
  const waits = isApiError(issue.error) && issue.error.code === 'invoice_details_missing';
  const rows = documents.data;
  const hasOpen = rows?.some((row) => row.kind === 'invoice' && !isZero(row.left));
  return (
    <Section title={t('title')}>
      <Group gap={8} mb={14} grow>
        <Select
          size="xs"
          label={t('language')}
          data={[
            { value: '', label: t('language.store') },
            ...languages.map((value) => ({ value, label: t(`language.${value}`) })),
          ]}
          value={printOptions.lang ?? ''}
          allowDeselect={false}
          onChange={(value) => setPrintOptions({ ...printOptions, lang: (value || undefined) as PrintOptions['lang'] })}
        />
        <Select
          size="xs"
          label={t('paper')}
          data={[
            { value: '', label: t('paper.store') },
            ...papers.map((value) => ({ value, label: t(`paper.${value}`) })),
          ]}
          value={printOptions.paper ?? ''}
          allowDeselect={false}
          onChange={(value) =>
            setPrintOptions({ ...printOptions, paper: (value || undefined) as PrintOptions['paper'] })
          }
        />
      </Group>
      {!rows && <Skeleton height={44} />}
      {rows && (
        <div>
          {rows.map((row) => (
            <DocumentLine
              key={row.id}
              name={row.number}
              file={(more) => documentFile(row.id, { ...printOptions, ...more })}
              onCredit={mayUpdate && row.kind === 'invoice' && !isZero(row.left) ? () => setCredited(row) : undefined}
            >
              <div className={classes.number}>
                <bdi dir="ltr">{row.number}</bdi>
              </div>
              <Text size="xs" c="dimmed" component="div">
                {t(row.kind)}
                {row.refund_id && ` · ${t('forRefund')}`} ·{' '}
                <Money amount={row.total} currency={row.currency} fw={400} /> · <Time value={row.issued_at} />
              </Text>
              {row.kind === 'invoice' && isZero(row.left) && !isZero(row.total) && (
                <Badge size="sm" variant="light" color="gray" mt={4}>
                  {t('credited')}
                </Badge>
              )}
            </DocumentLine>
          ))}
          <DocumentLine name={t('slip')} file={(more) => slipFile(order, { ...printOptions, ...more })}>
            <Text fw={600} size="sm">
              {t('slip')}
            </Text>
            <Text size="xs" c="dimmed">
              {t('slipText')}
            </Text>
          </DocumentLine>
        </div>
      )}
      {rows && !hasOpen && mayInvoice && (
        <Stack gap={8} mt={14}>
          {rows.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('empty')}
            </Text>
          )}
          {waits && (
            <Alert color="yellow">
              <Text size="sm" fw={600} mb={4}>
                {t('details.title')}
              </Text>
              {t('details.text')}{' '}
              <LinkAnchor to="/settings/store/vat" size="sm" fw={500}>
                {t('details.go')}
              </LinkAnchor>
            </Alert>
          )}
          {mayUpdate && (
            <Button
              variant="default"
              fullWidth
              leftSection={<IconFileInvoice size={17} />}
              loading={issue.isPending}
              onClick={() => issue.mutate()}
            >
              {t('issue')}
            </Button>
          )}
        </Stack>
      )}
      {credited && (
        <Suspense>
          <CreditDialog order={order} invoice={credited} onClose={() => setCredited(undefined)} />
        </Suspense>
      )}
    </Section>
  );
}

function DocumentLine({
  name,
  file,
  onCredit,
  children,
}: {
  name: string;
  file: (more?: { format?: 'html' }) => LoadFile;
  onCredit?: () => void;
  children: ReactNode;
}) {
  const t = useDocumentsText();
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<void>) => async () => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      // Errors of the client are already shown.
      if (!isApiError(error)) toast.danger(t('failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.row}>
      <div className={classes.what}>{children}</div>
      <ActionIcon
        variant="default"
        size={34}
        loading={busy}
        aria-label={`${t('print')} ${name}`}
        onClick={() => void run(() => printFile(file()))()}
      >
        <IconPrinter size={17} />
      </ActionIcon>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={34} aria-label={t('actions', { name })}>
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconEye size={16} />}
            onClick={() => void run(() => openFile(file({ format: 'html' })))()}
          >
            {t('preview')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => void run(() => saveFile(file()))()}>
            {t('download')}
          </Menu.Item>
          {onCredit && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconReceiptRefund size={16} />} onClick={onCredit}>
                {t('credit')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
