import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { currentOf } from '@/shared/api/conflict';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogForm } from '@/shared/forms/dialog-form';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useCan } from '@/shared/session/session';
import { EditableList } from '@/shared/ui/editable-list';
import { EditableRow } from '@/shared/ui/editable-row';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { accountsQuery, bankAccounts, deleteAccount, type BankAccount, type BankAccountIn } from './accounts.api';
import { usePaymentText } from './i18n';

const StaleDialog = lazyDialog(() =>
  import('@/shared/forms/stale-dialog').then((one) => ({ default: one.StaleDialog<Record<keyof Values, string>> })),
);

/** PY-04: the store's bank accounts, which shoppers who pay by transfer see. */
export function AccountsSection() {
  const t = usePaymentText();
  const accounts = useQuery(accountsQuery).data;
  const mayCreate = useCan('create', 'BankAccount');
  if (!accounts) return null;
  return (
    <EditableList
      rows={accounts}
      title={t('accounts')}
      text={t('accounts.text')}
      add={t('accounts.add')}
      empty={t('accounts.empty')}
      mayCreate={mayCreate}
      row={(account, onEdit) => <Account key={account.id} account={account} onEdit={onEdit} />}
      dialog={(account, onClose) => <AccountDialog account={account} onClose={onClose} />}
    />
  );
}

function Account({ account, onEdit }: { account: BankAccount; onEdit: () => void }) {
  const t = usePaymentText();
  const name = `\u2068${account.bank_name}\u2069`;
  return (
    <EditableRow
      words={{
        edit: t('accounts.edit', { name }),
        remove: t('accounts.remove', { name }),
        active: t('accounts.active', { name }),
        ask: t('accounts.ask', { name }),
        askText: t('accounts.askText'),
        confirm: t('accounts.delete'),
        deleted: t('accounts.deleted'),
      }}
      isActive={account.is_active}
      mayUpdate={useCan('update', 'BankAccount')}
      mayDelete={useCan('delete', 'BankAccount')}
      invalidates={[bankAccounts.key]}
      onEdit={onEdit}
      onSwitch={(is_active) => bankAccounts.update(account.id, { is_active, version: account.version })}
      onRemove={() => deleteAccount(account.id)}
    >
      <Text size="sm" fw={500} component="div" c={account.is_active ? undefined : 'dimmed'}>
        <bdi>{account.bank_name}</bdi>
      </Text>
      <Text size="xs" c="dimmed" component="div">
        <bdi>{account.beneficiary_name}</bdi>
      </Text>
      {[account.iban, account.account_number].filter(Boolean).map((number) => (
        <Text key={number} size="xs" component="div">
          <bdi dir="ltr" className="num">
            {number}
          </bdi>
        </Text>
      ))}
    </EditableRow>
  );
}

type Values = Required<Pick<BankAccountIn, 'bank_name' | 'beneficiary_name' | 'iban' | 'account_number'>>;

const valuesOf = (account: BankAccount | null): Record<keyof Values, string> => ({
  bank_name: account?.bank_name ?? '',
  beneficiary_name: account?.beneficiary_name ?? '',
  iban: account?.iban ?? '',
  account_number: account?.account_number ?? '',
});

function AccountDialog({ account, onClose }: { account: BankAccount | null; onClose: () => void }) {
  const t = usePaymentText();
  // The version that the form is based on: a later save by somebody else is a conflict.
  const [base, setBase] = useState(account);
  const save = useApiMutation({
    run: (values: Values) =>
      base
        ? bankAccounts.update(base.id, { ...values, version: base.version }, { form: true })
        : bankAccounts.create(values, { form: true }),
    invalidates: [bankAccounts.key],
  });
  const form = useApiForm<Record<keyof Values, string>>({
    initialValues: valuesOf(account),
    validate: { bank_name: required(), beneficiary_name: required() },
  });
  const current = currentOf<'put', '/bank-accounts/{id}'>(form.stale);
  return (
    <DialogForm
      title={t(account ? 'accounts.editTitle' : 'accounts.addTitle')}
      size={460}
      form={form}
      onSave={(values) => save.mutateAsync(values)}
      onClose={onClose}
    >
      <TextInput
        label={t('accounts.bank')}
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps('bank_name')}
      />
      <TextInput
        label={t('accounts.beneficiary')}
        description={t('accounts.beneficiaryHint')}
        required
        maxLength={100}
        {...form.getInputProps('beneficiary_name')}
      />
      <TextInput label={t('accounts.iban')} dir="ltr" maxLength={60} {...form.getInputProps('iban')} />
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
              { key: 'bank_name', label: t('accounts.bank') },
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
