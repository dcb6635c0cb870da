import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** PY-04: an account of the store to which shoppers transfer. */
export type BankAccount = Schema<'BankAccountView'>;
export type BankAccountIn = SchemaIn<'NewBankAccount'>;

export const bankAccounts = resource('bank-accounts');

export const accountsQuery = apiQuery('/bank-accounts');

export const deleteAccount = (id: string) => api.delete('/bank-accounts/{id}', { path: { id } });
