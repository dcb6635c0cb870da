import { api } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

/** PY-04: an account of the store to which shoppers transfer. */
export type BankAccount = Schema<'BankAccountView'>;
export type BankAccountIn = SchemaIn<'NewBankAccount'>;

/** A bank of the region, with its part of an IBAN where that is known. */
export type Bank = Schema<'BankView'>;

export const bankAccounts = resource('bank-accounts');

export const accountsQuery = apiQuery('/bank-accounts');

/** The list changes with the program alone. */
export const banksQuery = { ...apiQuery('/banks'), staleTime: Infinity };

export const deleteAccount = (id: string) => api.delete('/bank-accounts/{id}', { path: { id } });
