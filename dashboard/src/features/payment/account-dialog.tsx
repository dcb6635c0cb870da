import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { currentOf } from '@/shared/api/conflict';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogForm } from '@/shared/forms/dialog-form';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { BankFields } from './bank-fields';
import { bankAccounts, banksQuery, type BankAccount } from './accounts.api';
import { usePaymentText } from './i18n';

const StaleDialog = lazyDialog(() =>
  import('@/shared/forms/stale-dialog').then((one) => ({ default: one.StaleDialog<AccountValues> })),
);

/** `bank_id` is empty for a bank that is not of the list, which `bank_name` names, and null before one is chosen. */
export interface AccountValues {
  bank_id: BankAccount['bank_id'] | null;
  bank_name: string;
  beneficiary_name: string;
  iban: string;
  account_number: string;
}

const valuesOf = (account: BankAccount | null): AccountValues => ({
  bank_id: account?.bank_id ?? null,
  bank_name: account?.bank_name ?? '',
  beneficiary_name: account?.beneficiary_name ?? '',
  iban: account?.iban ?? '',
  account_number: account?.account_number ?? '',
});

/** The form of a bank account: the IBAN proposes the bank. */
export function AccountDialog({ account, onClose }: { account: BankAccount | null; onClose: () => void }) {
  const t = usePaymentText();
  const { language } = useLanguage();
  const banks = useQuery(banksQuery).data ?? [];
  // The version that the form is based on: a later save by somebody else is a conflict.
  const [base, setBase] = useState(account);
  const bankName = (id: string) => textOf(banks.find((bank) => bank.id === id)?.name, language);
  const save = useApiMutation({
    run: (values: AccountValues) => {
      const bank_id = values.bank_id ?? '';
      const body = { ...values, bank_id, bank_name: bank_id ? bankName(bank_id) : values.bank_name };
      return base
        ? bankAccounts.update(base.id, { ...body, version: base.version }, { form: true })
        : bankAccounts.create(body, { form: true });
    },
    invalidates: [bankAccounts.key],
  });
  const form = useApiForm<AccountValues>({
    initialValues: valuesOf(account),
    validate: (values) => {
      const missing = useShared.now('rule.required');
      return {
        ...(values.bank_id === null && { bank_id: missing }),
        ...(values.bank_id === '' && !values.bank_name.trim() && { bank_name: missing }),
        ...(!values.beneficiary_name.trim() && { beneficiary_name: missing }),
      };
    },
  });
  const current = currentOf<'put', '/bank-accounts/{id}'>(form.stale);
  const bankOf = (value: unknown) => (value ? bankName(String(value)) : t('accounts.other'));
  return (
    <DialogForm
      title={t(account ? 'accounts.editTitle' : 'accounts.addTitle')}
      size={460}
      form={form}
      onSave={(values) => save.mutateAsync(values)}
      onClose={onClose}
    >
      <BankFields form={form} banks={banks} />
      <TextInput
        label={t('accounts.beneficiary')}
        description={t('accounts.beneficiaryHint')}
        required
        maxLength={100}
        {...form.getInputProps('beneficiary_name')}
      />
      <TextInput
        label={t('accounts.number')}
        description={t('accounts.numberHint')}
        dir="ltr"
        maxLength={40}
        {...form.getInputProps('account_number')}
      />
      {current && (
        <Suspense fallback={null}>
          <StaleDialog
            fields={[
              { key: 'bank_id', label: t('accounts.bank'), show: bankOf },
              { key: 'bank_name', label: t('accounts.otherName') },
              { key: 'beneficiary_name', label: t('accounts.beneficiary') },
              { key: 'iban', label: t('accounts.iban') },
              { key: 'account_number', label: t('accounts.number') },
            ]}
            base={valuesOf(base)}
            mine={{ ...form.getValues() }}
            theirs={valuesOf(current)}
            onClose={form.clearStale}
            onResolve={(values) => {
              setBase(current);
              form.saveOver(values, valuesOf(current));
            }}
          />
        </Suspense>
      )}
    </DialogForm>
  );
}
