import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiQuery, type ApiQuery } from '@/shared/api/query';
import type { Schema } from '@/shared/api/wire-schema';
import type { Days } from './reports.model';

export type SalesReport = Schema<'SalesReportView'>;
export type SalesFigures = Schema<'SalesFigures'>;
export type VisitsReport = Schema<'VisitsReportView'>;
export type VisitFigures = Schema<'VisitFigures'>;

/**
 * The key is below that of the orders: a change of an order refetches the reports. The last answer stays while the next
 * loads.
 */
const keyed = <T>(of: ApiQuery<T>) =>
  queryOptions({ ...of, queryKey: ['orders', 'report', ...of.queryKey] as const, placeholderData: keepPreviousData });

export const salesQuery = (query: Days) => keyed(apiQuery('/reports/sales', { query }));
export const breakdownQuery = (query: Days) => keyed(apiQuery('/reports/sales/breakdown', { query }));
export const bestQuery = (days: Days, by: 'quantity' | 'value') =>
  keyed(apiQuery('/reports/best-sellers', { query: { ...days, by } }));
export const visitsQuery = (query: Days) => keyed(apiQuery('/reports/visits', { query }));
