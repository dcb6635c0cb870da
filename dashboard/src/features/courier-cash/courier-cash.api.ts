import { queryOptions } from '@tanstack/react-query';
import { isBusy, type ImportView } from '@/modules/file-import/file-import.model';
import { isApiError } from '@/shared/api/error';
import { api, download } from '@/shared/api/client';
import type { ListQuery } from '@/shared/api/params';
import { apiQuery } from '@/shared/api/query';
import { resource } from '@/shared/api/resource';
import { upload } from '@/shared/api/upload';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type CourierCash = Schema<'CourierCashView'>;
export type CashOfCourier = Schema<'CourierCashCourierView'>;
export type CashShipment = Schema<'CourierCashShipmentView'>;
export type SettlementRow = Schema<'CourierSettlementView'>;
export type Settlement = Schema<'CourierSettlementDetail'>;
export type SettlementLine = Schema<'CourierSettlementRowView'>;
export type VerdictSum = Schema<'CourierCashVerdictView'>;
export type NewSettlement = SchemaIn<'NewCourierSettlement'>;

export const settlements = resource('courier-settlements');

export const cashQuery = apiQuery('/courier-cash');
export const cashShipmentsQuery = (query: ListQuery) => apiQuery('/courier-cash/shipments', { query });
export const linesQuery = (id: string, query: ListQuery) =>
  apiQuery('/courier-settlements/{id}/rows', { path: { id }, query });

export const sheetKey = (id: string) => ['courier-sheets', 'one', id] as const;

/** A sheet, refetched every second while a job works on it; null once its file is deleted. */
export const sheetQuery = (id: string) =>
  queryOptions({
    queryKey: sheetKey(id),
    queryFn: async (): Promise<ImportView | null> => {
      try {
        return (await api.get('/courier-sheets/{id}', { path: { id }, quiet: true })).data;
      } catch (error) {
        if (isApiError(error) && error.outcome === 'not_found') return null;
        throw error;
      }
    },
    refetchInterval: (query) => {
      const sheet = query.state.data;
      return sheet && isBusy(sheet.status) ? 1000 : false;
    },
  });

export const uploadSheet = (file: File, onProgress: (share: number) => void) =>
  upload('/courier-sheets', 'file', file, { onProgress });

export const mapColumns = async (id: string, mapping: Record<string, string | null>) =>
  (await api.put('/courier-sheets/{id}/mapping', { path: { id }, body: { mapping }, quiet: true })).data;

/** Rows of the file that cannot be read, with the reason. */
export const unreadQuery = (sheet: string) =>
  apiQuery('/courier-sheets/{id}/rows', { path: { id: sheet }, query: { 'filter[outcome]': 'failed', per_page: 20 } });
export const unreadFile = (sheet: string) => () =>
  download('/courier-sheets/{id}/failed-file', { path: { id: sheet } });

export type SettlementAct = 'check' | 'post' | 'retry' | 'undo';
export const beginStep = async (id: string, act: SettlementAct) =>
  (await api.post(`/courier-settlements/{id}/${act}`, { path: { id } })).data;

/** Everything that a posting or its undo may change. */
export const changedByPosting = [['courier-settlements'], ['courier-cash'], ['orders'], ['sync']] as const;
