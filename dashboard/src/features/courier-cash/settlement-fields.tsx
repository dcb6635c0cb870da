import { Autocomplete, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { storeDay } from '@/shared/i18n/format';
import { lazyPart } from '@/shared/ui/lazy-part';
import { cashQuery, settlements } from './courier-cash.api';
import { useCashText } from './i18n';
import type { SettlementValues } from './settlement-values';

const DateField = lazyPart(() => import('@/shared/forms/date-field').then((m) => ({ default: m.DateField })));

/** The couriers whose cash is out, and those of the newest settlements. */
function useCourierNames(): string[] {
  const cash = useQuery(cashQuery).data;
  const rows = useQuery(settlements.indexQuery({ per_page: 100 })).data?.data;
  const names = [...(cash?.couriers ?? []), ...(rows ?? [])].map((one) => one.courier);
  return [...new Set(names)].filter((name) => name !== '');
}

/** What the merchant says of a remittance: who paid, when, how much, and what was agreed. */
export function SettlementFields({ form, isNew }: { form: ApiForm<SettlementValues>; isNew: boolean }) {
  const t = useCashText();
  const names = useCourierNames();
  // The day of the first render: a form that stays open over midnight keeps its limit.
  const [today] = useState(() => storeDay(new Date()));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={16}>
      <Autocomplete
        label={t('f.courier')}
        description={t('f.courierHint')}
        data={names}
        maxLength={60}
        required
        {...form.getInputProps('courier')}
      />
      <Suspense fallback={null}>
        <DateField
          label={t('f.day')}
          description={t('f.dayHint')}
          maxDate={today}
          required
          {...form.getInputProps('remitted_on')}
        />
      </Suspense>
      <MoneyField
        label={t('f.total')}
        description={t('f.totalHint')}
        {...form.getInputProps('total')}
        value={form.values.total}
      />
      <TextInput
        label={t('f.reference')}
        description={t('f.referenceHint')}
        maxLength={80}
        {...form.getInputProps('reference')}
      />
      <NumberField
        label={t('f.late')}
        unit={t('f.lateUnit')}
        description={isNew ? t('f.lateNew') : t('f.lateHint')}
        min={0}
        max={365}
        required={!isNew}
        {...form.getInputProps('late_after_days')}
        value={form.values.late_after_days}
      />
      <MoneyField
        label={t('f.fee')}
        description={isNew ? t('f.feeNew') : t('f.feeHint')}
        {...form.getInputProps('agreed_fee')}
        value={form.values.agreed_fee}
      />
    </SimpleGrid>
  );
}
