import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { countryName } from '@/modules/address/address';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { getSession } from '@/shared/session/session';
import type { AccountValues } from './account-dialog';
import type { Bank } from './accounts.api';
import { usePaymentText } from './i18n';
import { bankOfIban } from './payment.model';

/** Stands for a bank that is not of the list. */
const other = 'other';

/** The banks as choices: those of the store's country first, and what is not among them. */
function useChoices(banks: readonly Bank[]) {
  const t = usePaymentText();
  const { language } = useLanguage();
  const own = getSession()?.store?.country;
  const countries = [...new Set(banks.map((bank) => bank.country))].toSorted(
    (a, b) => Number(b === own) - Number(a === own),
  );
  return [
    ...countries.map((country) => ({
      group: countryName(country, language),
      items: banks
        .filter((bank) => bank.country === country)
        .map((bank) => ({ value: bank.id, label: textOf(bank.name, language) })),
    })),
    { value: other, label: t('accounts.other') },
  ];
}

/** IBAN and bank: the IBAN proposes the bank, which can be chosen otherwise. */
export function BankFields({ form, banks }: { form: ApiForm<AccountValues>; banks: readonly Bank[] }) {
  const t = usePaymentText();
  const choices = useChoices(banks);
  const [isFound, setFound] = useState(false);
  const { bank_id } = form.values;
  const readIban = (iban: string) => {
    form.setFieldValue('iban', iban);
    const bank = bankOfIban(iban, banks);
    setFound(bank !== undefined && (isFound || bank.id !== form.getValues().bank_id));
    if (bank) form.setFieldValue('bank_id', bank.id);
  };
  return (
    <>
      <TextInput
        label={t('accounts.iban')}
        dir="ltr"
        maxLength={60}
        data-autofocus
        {...form.getInputProps('iban')}
        onChange={(event) => readIban(event.currentTarget.value)}
      />
      <Select
        label={t('accounts.bank')}
        description={isFound ? t('accounts.found') : undefined}
        placeholder={t('accounts.choose')}
        required
        searchable
        data={choices}
        nothingFoundMessage={t('accounts.noBank')}
        {...form.getInputProps('bank_id')}
        value={bank_id === '' ? other : bank_id}
        onChange={(id) => {
          setFound(false);
          form.setFieldValue('bank_id', id === other ? '' : (banks.find((bank) => bank.id === id)?.id ?? null));
        }}
      />
      {bank_id === '' && (
        <TextInput label={t('accounts.otherName')} required maxLength={100} {...form.getInputProps('bank_name')} />
      )}
    </>
  );
}
