import { Alert, Button, Group, Radio, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { readableMobile } from '@/modules/person/mobile';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { formatNumber } from '@/shared/i18n/format';
import { useShared } from '@/shared/i18n/use-shared';
import { Dialog } from '@/shared/ui/dialog';
import { ErrorState } from '@/shared/ui/error-state';
import { Money } from '@/shared/ui/money';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import { useCustomerText } from './i18n';
import { useMergeText } from './merge/i18n';
import classes from './merge.module.css';
import { merge, mergeQuery, staleAfterMerge, type CustomerDetail, type MergePreview } from './merge.api';

/** Makes two records one: which stays, what each field becomes, what moves. */
export function MergeDialog({
  survivor,
  merged,
  onClose,
}: {
  /** The record that stays unless the other one is chosen. */
  survivor: string;
  merged: string;
  /** With the record that stayed, when they were merged. */
  onClose: (survivorId?: string) => void;
}) {
  const t = useCustomerText();
  const m = useMergeText();
  const s = useShared();
  const [survivorId, setSurvivorId] = useState(survivor);
  const mergedId = survivorId === survivor ? merged : survivor;
  const save = useApiMutation({
    run: ({ kept: survivorRow, gone: mergedRow }: MergePreview) =>
      merge(survivorRow.id, { other_id: mergedRow.id, version: survivorRow.version, other_version: mergedRow.version }),
    invalidates: staleAfterMerge,
    done: () => toast.success(m('merge.done')),
  });
  // While the merge runs and after it one record is gone: whatever refreshes all queries must not ask for the preview again.
  const preview = useQuery({ ...mergeQuery(survivorId, mergedId), enabled: save.isIdle || save.isError });
  const plan = preview.data;
  return (
    <Dialog title={m('merge.title')} size={720} onClose={() => onClose()}>
      {preview.error && !plan && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />}
      {plan && (
        <Stack gap={16}>
          <Radio.Group label={m('merge.which')} value={survivorId} onChange={setSurvivorId}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} mt={8}>
              {[plan.kept, plan.gone]
                .sort((one) => (one.id === survivor ? -1 : 1))
                .map((record) => (
                  <Record key={record.id} record={record} />
                ))}
            </SimpleGrid>
          </Radio.Group>
          {plan.refusal && (
            <Alert color="red" icon={<IconAlertTriangle size={18} />}>
              {plan.refusal}
            </Alert>
          )}
          {plan.becomes && <Outcome plan={plan} becomes={plan.becomes} />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={() => onClose()} disabled={save.isPending}>
              {s('cancel')}
            </Button>
            <Button
              color="red"
              disabled={!plan.becomes || preview.isFetching}
              loading={save.isPending}
              onClick={() =>
                save.mutate(plan, {
                  onSuccess: () => onClose(plan.kept.id),
                  onError: () => void preview.refetch(),
                })
              }
            >
              {t('merge.act')}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

function Record({ record }: { record: CustomerDetail }) {
  const t = useCustomerText();
  return (
    <Radio.Card value={record.id} className={classes.record} aria-label={record.name}>
      <Group wrap="nowrap" align="flex-start" gap={10}>
        <Radio.Indicator mt={2} />
        <div className={classes.brief}>
          <Text fw={600} size="sm" component="div">
            <bdi>{record.name}</bdi>
          </Text>
          <Text size="xs" c="dimmed" component="div">
            {record.mobile ? <bdi className="num">{readableMobile(record.mobile)}</bdi> : <bdi>{record.email}</bdi>}
          </Text>
          <Text size="xs" c="dimmed" component="div">
            {t('orders', { count: record.orders_count })} · <Money amount={record.total_spent} />
          </Text>
          <Text size="xs" c="dimmed" component="div">
            {t('col.since')} <Time value={record.created_at} style="date" />
          </Text>
        </div>
      </Group>
    </Radio.Card>
  );
}

const kinds = ['orders', 'addresses', 'notes', 'carts'] as const;

function Outcome({ plan, becomes }: { plan: MergePreview; becomes: CustomerDetail }) {
  const t = useCustomerText();
  const m = useMergeText();
  const s = useShared();
  const words = (list: readonly string[]) =>
    list.length === 0
      ? '—'
      : list.map((word, n) => (
          <span key={word}>
            {n > 0 && s('list.and')}
            <bdi>{word}</bdi>
          </span>
        ));
  const mobile = (value: string | null) => (value ? <bdi className="num">{readableMobile(value)}</bdi> : '—');
  const contacts = (record: CustomerDetail) =>
    record.contacts.length === 0
      ? '—'
      : record.contacts.map((contact) => (
          <div key={contact.value}>
            {contact.kind === 'mobile' ? mobile(contact.value) : <bdi dir="ltr">{contact.value}</bdi>}
          </div>
        ));
  const consentText = (record: CustomerDetail, granted: boolean) =>
    words(record.consents.filter((c) => c.is_granted === granted).map((c) => t(`channel.${c.channel}`)));
  const rows: [string, (record: CustomerDetail) => ReactNode][] = [
    [t('field.name'), (record) => <bdi>{record.name}</bdi>],
    [t('field.mobile'), (record) => mobile(record.mobile)],
    [t('field.email'), (record) => (record.email ? <bdi dir="ltr">{record.email}</bdi> : '—')],
    [t('contacts'), contacts],
    [t('filter.city'), (record) => (record.city ? <bdi>{record.city}</bdi> : '—')],
    [t('tags'), (record) => words(record.tags)],
    [t('groups'), (record) => words(record.groups.map((group) => group.name))],
    [m('merge.agreed'), (record) => consentText(record, true)],
    [m('merge.refused'), (record) => consentText(record, false)],
    [t('blocked'), (record) => (record.block ? <bdi className={classes.words}>{record.block.reason}</bdi> : '—')],
    [t('fact.orders'), (record) => formatNumber(record.orders_count)],
    [t('fact.spent'), (record) => <Money amount={record.total_spent} />],
  ];
  // What neither record has is not told.
  const shownRows = rows.filter(([, cell]) => cell(becomes) !== '—');
  const moves = kinds
    .filter((kind) => plan.moves[kind] > 0)
    .map((kind) => m(`merge.moves.${kind}`, { count: plan.moves[kind] }));
  return (
    <>
      <Table className={classes.fields} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th>{m('merge.becomes')}</Table.Th>
            <Table.Th>{m('merge.goes')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shownRows.map(([label, cell]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row">{label}</Table.Th>
              <Table.Td fw={500}>{cell(becomes)}</Table.Td>
              <Table.Td c="dimmed">{cell(plan.gone)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Alert color="orange" icon={<IconAlertTriangle size={18} />} title={m('merge.final')}>
        {moves.length > 0 && (
          <Text size="sm" component="div">
            {m('merge.moves', { what: moves.join(s('list.and')) })}
          </Text>
        )}
        <Text size="sm" component="div">
          {m('merge.text')}
        </Text>
      </Alert>
    </>
  );
}
