import { queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import { resource } from '@/shared/api/resource';
import type { One } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** PY-04: an account of the store to which shoppers transfer. */
export type BankAccount = Schema<'BankAccountView'>;
export type BankAccountIn = SchemaIn<'BankAccountIn'>;

export const bankAccounts = resource<BankAccount, BankAccount, BankAccountIn>('bank-accounts');

export const accountsQuery = queryOptions({
  queryKey: [...bankAccounts.key, 'all'],
  queryFn: async ({ signal }) => (await api.get<One<BankAccount[]>>('/bank-accounts', { signal })).data,
});

export const deleteAccount = (id: string) => api.delete<One<string>>(`/bank-accounts/${encodeURIComponent(id)}`);
