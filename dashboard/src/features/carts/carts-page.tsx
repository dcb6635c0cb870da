import { SimpleGrid, Text } from '@mantine/core';
import { IconBellRinging, IconClockHour4, IconListDetails } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import type { BulkResult, Page } from '@/shared/api/wire';
import { formatPercent, formatMoney, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useExport } from '@/modules/export/use-export';
import { useCan, useStoreCurrency } from '@/shared/session/session';
import type { BulkAction } from '@/shared/table/bulk-bar';
import { ListFilter } from '@/shared/table/filters';
import { FoldedFilters } from '@/shared/table/folded-filters';
import { ListPage } from '@/shared/table/list-page';
import { useList, type ListState } from '@/shared/table/use-list';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { Money } from '@/shared/ui/money';
import { StatCard } from '@/shared/ui/stat-card';
import { useCartColumns } from './carts-columns';
import { carts, countsQuery, recoveryQuery, type CartRow } from './carts.api';
import { cartsList, cartSteps, isCartStep, type CartStep } from './carts.model';
import classes from './carts.module.css';
import { CartBatchLines } from './batches/batch-lines';
import { useCartText } from './i18n';
import type { RemindQuestion } from './remind-dialog';

// Loaded only for users who may remind shoppers.
const ExportDialog = lazyDialog(() => import('./export/export-dialog'));
const RemindDialog = lazyDialog(() => import('./remind-dialog').then((module) => ({ default: module.RemindDialog })));

const linkOf = (cart: CartRow) => ({ to: '/carts/view/$id', params: { id: cart.id } }) as const;

/** CA-01: the carts of one step, each step a tab with its own address. */
export function CartsPage() {
  const { step } = useParams({ from: '/carts/$step' });
  return isCartStep(step) ? <Step key={step} step={step} /> : null;
}

function Step({ step }: { step: CartStep }) {
  const t = useCartText();
  const list = useSteps(step);
  const client = useQueryClient();
  const columns = useCartColumns(step);
  const counts = useQuery(countsQuery).data;
  const mayUpdate = useCan('update', 'Cart');
  const [question, setQuestion] = useState<RemindQuestion | null>(null);
  const params = { ...list.params, 'filter[step]': step };
  const exporting = useExport({ subject: 'Cart', label: t('export'), params, Dialog: ExportDialog });
  const isOrder = step === 'checkout';
  const mayRemind = mayUpdate && !isOrder && step !== 'products';
  const tabs = cartSteps.map((value) => ({
    value,
    label: t(`step.${value}`),
    count: counts?.find((count) => count.step === value)?.count,
  }));
  const query = carts.indexQuery(params);
  const bulk: BulkAction[] = [...exporting.bulk];
  if (mayRemind) {
    bulk.unshift({
      key: 'remind',
      label: t('remind'),
      icon: <IconBellRinging size={15} aria-hidden />,
      run: (ids) => new Promise<BulkResult[] | null>((answer) => setQuestion({ ids, answer })),
      runAll: () =>
        new Promise<boolean>((onBegun) => {
          const meta = client.getQueryData<Page<CartRow>>(query.queryKey)?.meta;
          const all = { params, count: meta?.total ?? 0, isCapped: meta?.is_total_capped ?? false, onBegun };
          setQuestion({ ids: [], answer: () => {}, all });
        }),
    });
  }
  return (
    <>
      <ListPage<CartRow>
        title={t('title')}
        subtitle={t(isOrder ? 'subtitleOrders' : 'subtitle')}
        more={[
          ...exporting.header,
          { key: 'plan', label: t('plan'), icon: IconClockHour4, link: { to: '/cart-reminders' } },
          {
            key: 'sent',
            label: t('sent'),
            icon: IconListDetails,
            link: { to: '/marketing-notifications/list', search: { entity_type: 'CART' } },
          },
        ]}
        list={list}
        query={query}
        columns={columns}
        rowName={(cart) => cart.name ?? t('unknown')}
        rowLink={linkOf}
        tabs={{ filter: 'step', items: tabs }}
        before={
          <>
            <Recovery />
            <CartBatchLines onlyRunning />
            <CartValue of={counts?.find((count) => count.step === step)} />
          </>
        }
        searchPlaceholder={t('search')}
        filters={
          <FoldedFilters list={list} names={['age', 'amount.gte', 'reminder']}>
            <ListFilter
              list={list}
              name="age"
              label={t('filter.age')}
              options={(['day', 'week', 'month', 'older'] as const).map((value) => ({
                value,
                label: t(`age.${value}`),
              }))}
            />
            <ListFilter
              list={list}
              name="amount.gte"
              label={t('filter.amount')}
              options={(['100', '500', '1000'] as const).map((value) => ({ value, label: t(`amount.${value}`) }))}
            />
            {mayRemind && (
              <ListFilter
                list={list}
                name="reminder"
                label={t('filter.reminder')}
                options={(['none', 'reminded', 'returned', 'stopped'] as const).map((value) => ({
                  value,
                  label: t(`reminder.${value}`),
                }))}
              />
            )}
          </FoldedFilters>
        }
        bulk={bulk.length > 0 ? bulk : undefined}
        empty={{
          title: t(isOrder ? 'emptyOrders' : 'empty'),
          text: t(isOrder ? 'emptyOrdersText' : 'emptyText'),
          illustration: 'bag',
        }}
      />
      {exporting.dialog}
      {question && (
        <Suspense fallback={null}>
          <RemindDialog key={question.ids.join()} {...question} onClose={() => setQuestion(null)} />
        </Suspense>
      )}
    </>
  );
}

/** The list's state; the tab is a part of the path, so another tab is another page. */
function useSteps(step: CartStep): ListState {
  const list = useList(cartsList);
  const navigate = useNavigate();
  return useMemo(
    () => ({
      ...list,
      search: { ...list.search, step },
      set: (change, options) => {
        if (change.step === undefined) list.set(change, options);
        else void navigate({ to: '/carts/$step', params: { step: String(change.step) }, search: {} });
      },
    }),
    [list, navigate, step],
  );
}

/** The total of the step's carts, regardless of filters. */
function CartValue({ of }: { of: { count: number; amount: string | null } | undefined }) {
  const t = useCartText();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  if (!of || of.count === 0) return null;
  return (
    <Text size="sm" c="dimmed" mb={10}>
      {of.amount === null
        ? t('carts', { count: of.count })
        : t('worth', { carts: t('carts', { count: of.count }), amount: formatMoney(of.amount, currency, language) })}
    </Text>
  );
}

/** CA-03: the recovery rate of the last days, compared with the period before. */
function Recovery() {
  const t = useCartText();
  const recovery = useQuery(recoveryQuery).data;
  if (!recovery || (recovery.now.reminded === 0 && recovery.before.reminded === 0)) return null;
  const { now, before } = recovery;
  const ratio = (current: number, previous: number) => (previous > 0 ? (current - previous) / previous : null);
  return (
    <SimpleGrid cols={{ base: 2, sm: 3 }} spacing={{ base: 12, sm: 16 }} className={classes.figures}>
      <StatCard
        label={`${t('rate')} · ${t('lastDays')}`}
        value={now.rate === null ? '—' : formatPercent(Number(now.rate) / 100)}
        change={before.rate === null || now.rate === null ? null : ratio(Number(now.rate), Number(before.rate))}
        changeLabel={t('before')}
      />
      <StatCard
        label={t('recovered')}
        value={now.amount === null ? formatNumber(now.recovered) : <Money amount={now.amount} fw={600} />}
        change={ratio(now.recovered, before.recovered)}
        changeLabel={t('before')}
      />
      <StatCard
        label={t('remindedCount')}
        value={formatNumber(now.reminded)}
        change={ratio(now.reminded, before.reminded)}
        changeLabel={t('before')}
      />
    </SimpleGrid>
  );
}
