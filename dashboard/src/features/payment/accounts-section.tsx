import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useCan } from '@/shared/session/session';
import { EditableList } from '@/shared/ui/editable-list';
import { EditableRow } from '@/shared/ui/editable-row';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { accountsQuery, bankAccounts, deleteAccount, type BankAccount } from './accounts.api';
import { usePaymentText } from './i18n';

const AccountDialog = lazyDialog(() => import('./account-dialog').then((part) => ({ default: part.AccountDialog })));

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
      dialog={(account, onClose) => (
        <Suspense fallback={null}>
          <AccountDialog account={account} onClose={onClose} />
        </Suspense>
      )}
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
