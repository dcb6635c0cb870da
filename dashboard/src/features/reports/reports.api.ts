import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/shared/api/client';
import type { One } from '@/shared/api/wire';
import type { Schema } from '@/shared/api/wire-schema';
import type { Days } from './reports.model';

export type SalesReport = Schema<'SalesReportView'>;
export type SalesFigures = Schema<'SalesFigures'>;
export type Breakdown = Schema<'SalesBreakdownView'>;
export type BestSellers = Schema<'BestSellersView'>;
export type VisitsReport = Schema<'VisitsReportView'>;
export type VisitFigures = Schema<'VisitFigures'>;

/** Below the key of the orders: what changes an order asks for the reports anew. The last answer stays while the next is on its way. */
function report<T>(path: string, params: Record<string, string>) {
  return queryOptions({
    queryKey: ['orders', 'report', path, params] as const,
    queryFn: async ({ signal }) => (await api.get<One<T>>(path, { params, signal })).data,
    placeholderData: keepPreviousData,
  });
}

export const salesQuery = (days: Days) => report<SalesReport>('/reports/sales', { ...days });
export const breakdownQuery = (days: Days) => report<Breakdown>('/reports/sales/breakdown', { ...days });
export const bestQuery = (days: Days, by: 'quantity' | 'value') =>
  report<BestSellers>('/reports/best-sellers', { ...days, by });
export const visitsQuery = (days: Days) => report<VisitsReport>('/reports/visits', { ...days });
