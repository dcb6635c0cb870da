import { MultiSelect, SimpleGrid } from '@mantine/core';
import { countryChoices } from '@/modules/address/countries';
import { MoneyField } from '@/shared/forms/money-field';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { usePaymentText } from './i18n';
import type { MethodValues } from './method-values';

/** PY-01: the amounts and countries that a method is offered for. */
export function LimitFields({ form, stored }: { form: ApiForm<MethodValues>; stored: string[] }) {
  const t = usePaymentText();
  const s = useShared();
  const { language } = useLanguage();
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
        <MoneyField
          label={t('min')}
          description={t('minHint')}
          {...form.getInputProps('min_amount')}
          value={form.values.min_amount}
        />
        <MoneyField
          label={t('max')}
          description={t('minHint')}
          {...form.getInputProps('max_amount')}
          value={form.values.max_amount}
        />
      </SimpleGrid>
      <MultiSelect
        label={t('countries')}
        description={t('countriesHint')}
        placeholder={form.values.countries.length === 0 ? t('countries.every') : undefined}
        data={countryChoices(language, stored)}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage={t('countries.none')}
        clearButtonProps={{ 'aria-label': s('clear') }}
        {...form.getInputProps('countries')}
      />
    </>
  );
}
