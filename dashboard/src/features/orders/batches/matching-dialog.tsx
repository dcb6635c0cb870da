import {
  Alert,
  Button,
  Checkbox,
  Group,
  Loader,
  Radio,
  SegmentedControl,
  Select,
  Stack,
  TagsInput,
  Text,
} from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { OrderStatusBadge } from '@/modules/status-badge/order-badges';
import { isEnding, isOrderStatus, type OrderStatus } from '@/modules/status-badge/order-status';
import type { ListQuery } from '@/shared/api/params';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useTagsInput } from '@/shared/forms/use-tags-input';
import { formatNumber } from '@/shared/i18n/format';
import { useShared } from '@/shared/i18n/use-shared';
import { Dialog } from '@/shared/ui/dialog';
import { lazyPart } from '@/shared/ui/lazy-part';
import { choicesQuery } from '../list/filter-choices';
import { toastOrderError } from '../order-failure';
import classes from '../orders.module.css';
import { beginBatch, orderBatches, previewQuery, type OrderBatchAction } from './batches.api';
import { useOrderBatchText } from './i18n';
import { reachableFrom } from './matching';

const longestTag = 40;

// Its form is loaded only for shipments.
const ShipChoice = lazyPart(() => import('./ship-choice'));

export type MatchingKind = 'status' | 'tags' | 'assign' | 'address' | 'ship';

/** Actions that need no further input. */
const actions: Partial<Record<MatchingKind, OrderBatchAction>> = {
  address: { kind: 'address_link' },
  ship: { kind: 'ship' },
};

/** Asks for the input of a batch over all matches, and starts it; its own page shows the progress. */
export function MatchingDialog({
  kind,
  params,
  onClose,
}: {
  kind: MatchingKind;
  params: ListQuery;
  onClose: () => void;
}) {
  const t = useOrderBatchText();
  const s = useShared();
  const navigate = useNavigate();
  const preview = useQuery(previewQuery(params));
  const [chosen, setAction] = useState<OrderBatchAction | null>(actions[kind] ?? null);
  const [mode, setMode] = useState<'add' | 'remove'>('add');
  const tags = useTagsInput(longestTag);
  const tagging = tags.all.length > 0 ? ({ kind: 'tags', [mode]: tags.all } as OrderBatchAction) : null;
  const action = kind === 'tags' ? tagging : chosen;
  const begin = useApiMutation({
    run: (action: OrderBatchAction) => beginBatch(params, action),
    invalidates: [orderBatches.key],
    done: ({ id }) => {
      onClose();
      void navigate({ to: '/orders/batches/$id', params: { id } });
    },
  });
  const found = preview.data;
  const blockReason = preview.error
    ? t('failedPreview')
    : found?.is_too_many
      ? t('tooMany', { number: formatNumber(found.most) })
      : found?.total === 0
        ? t('nothing')
        : null;
  return (
    <Dialog
      title={t(`ask.${kind}`, { count: found && !found.is_too_many ? found.total : 0 })}
      size={460}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (action && !blockReason) begin.mutate(action, { onError: toastOrderError });
        }}
      >
        {!found && !preview.error && <Loader size="sm" role="status" aria-label={s('loading')} />}
        {blockReason && <Alert color="yellow">{blockReason}</Alert>}
        {found && !blockReason && (
          <Stack gap={14}>
            {kind === 'status' && (
              <StatusChoice statuses={found.statuses} total={found.total} value={action} onChange={setAction} />
            )}
            {kind === 'tags' && <TagChoice mode={mode} onMode={setMode} tags={tags} />}
            {kind === 'assign' && <MemberChoice onChange={setAction} />}
            {kind === 'address' && <Text size="sm">{t('addressText')}</Text>}
            {kind === 'ship' && (
              <Suspense fallback={<Loader size="sm" role="status" aria-label={s('loading')} />}>
                <ShipChoice statuses={found.statuses} total={found.total} onChange={setAction} />
              </Suspense>
            )}
            <Text size="sm" c="dimmed">
              {t('fixed')}
            </Text>
          </Stack>
        )}
        <Group justify="flex-end" gap={8} mt={20}>
          <Button variant="default" onClick={onClose} disabled={begin.isPending}>
            {s('cancel')}
          </Button>
          {!blockReason && (
            <Button
              type="submit"
              color={action?.status === 'CNCL' ? 'red' : undefined}
              disabled={!action || !found}
              loading={begin.isPending}
            >
              {t('begin')}
            </Button>
          )}
        </Group>
      </form>
    </Dialog>
  );
}

function StatusChoice({
  statuses,
  total,
  value,
  onChange,
}: {
  statuses: Readonly<Record<string, number>>;
  total: number;
  value: OrderBatchAction | null;
  onChange: (action: OrderBatchAction) => void;
}) {
  const t = useOrderBatchText();
  const counts = Object.entries(statuses).flatMap(([status, count]) =>
    isOrderStatus(status) ? [[status, count] as const] : [],
  );
  const choices = reachableFrom(counts);
  const chosen = value?.status ?? null;
  const choose = (status: OrderStatus, restock = status === 'CNCL') =>
    onChange({ kind: 'status', status, ...(isEnding(status) && { restock }) });
  if (choices.length === 0) return <Text size="sm">{t('noMove')}</Text>;
  return (
    <>
      <Radio.Group aria-label={t('choose')} value={chosen ?? ''} onChange={(status) => choose(status as OrderStatus)}>
        <Stack gap={8}>
          {choices.map(({ status, count }) => (
            <Radio.Card key={status} value={status} className={classes.choice}>
              <Group gap={12} wrap="nowrap">
                <Radio.Indicator />
                <OrderStatusBadge status={status} />
                <Text size="xs" c="dimmed" ms="auto">
                  {count === total ? t('fitsAll') : t('fits', { count })}
                </Text>
              </Group>
            </Radio.Card>
          ))}
        </Stack>
      </Radio.Group>
      {chosen && isEnding(chosen) && (
        <Alert color={chosen === 'CNCL' ? 'red' : 'yellow'} icon={<IconAlertTriangle size={18} />}>
          {t(chosen === 'CNCL' ? 'cancelWarning' : 'returnWarning')}
          <Checkbox
            mt={10}
            label={t('restock')}
            checked={value?.restock ?? false}
            onChange={(event) => choose(chosen, event.currentTarget.checked)}
          />
        </Alert>
      )}
    </>
  );
}

function TagChoice({
  mode,
  onMode,
  tags,
}: {
  mode: 'add' | 'remove';
  onMode: (mode: 'add' | 'remove') => void;
  tags: ReturnType<typeof useTagsInput>;
}) {
  const t = useOrderBatchText();
  const known = useQuery(choicesQuery).data?.tags ?? [];
  return (
    <>
      <SegmentedControl
        fullWidth
        value={mode}
        onChange={(next) => {
          onMode(next as 'add' | 'remove');
          tags.clear();
        }}
        data={[
          { value: 'add', label: t('add') },
          { value: 'remove', label: t('remove') },
        ]}
      />
      <TagsInput
        aria-label={t(mode)}
        placeholder={tags.field.value.length === 0 ? t('tagsPlaceholder') : undefined}
        data={known}
        maxTags={20}
        data-autofocus
        {...tags.field}
      />
    </>
  );
}

function MemberChoice({ onChange }: { onChange: (action: OrderBatchAction | null) => void }) {
  const t = useOrderBatchText();
  const members = useQuery(choicesQuery).data?.members ?? [];
  return (
    <Select
      label={t('assignTo')}
      placeholder={t('choose')}
      data={[...members.map(({ id, name }) => ({ value: id, label: name })), { value: 'none', label: t('nobody') }]}
      searchable
      data-autofocus
      onChange={(to) => onChange(to === null ? null : { kind: 'assign', assignee_id: to === 'none' ? null : to })}
    />
  );
}
