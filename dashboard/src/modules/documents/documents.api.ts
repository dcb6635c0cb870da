import { queryOptions } from '@tanstack/react-query';
import { orderPageQuery } from '@/modules/order-brief/order-page.api';
import { api, download } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { Download } from '@/shared/api/transport';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type DocumentRow = Schema<'DocumentRow'>;
export type DocumentView = Schema<'DocumentView'>;
export type CreditIn = SchemaIn<'DocumentCreditIn'>;
export type PrintKind = SchemaIn<'DocumentPrintIn'>['kind'];

/** Print options of a document; those not set follow the store's settings. */
export interface PrintOptions {
  lang?: 'ar' | 'en' | 'both';
  paper?: 'a4' | 'a5' | 'roll80';
}

/** The invoices and credit notes of an order; the key is below the order's, so that its changes invalidate it. */
export const documentsQuery = (order: string) =>
  queryOptions({ ...orderPageQuery(order), select: ({ documents }) => documents });

export const documentQuery = (id: string) =>
  queryOptions({
    ...apiQuery('/documents/{id}', { path: { id } }), // The creditable rest must be current: no cached answer.
    staleTime: 0,
  });

export const issueInvoice = async (order: string) =>
  (await api.post('/orders/{id}/documents', { path: { id: order }, body: { kind: 'invoice' } })).data;

export const creditInvoice = async (id: string, body: CreditIn) =>
  (await api.post('/documents/{id}/credit', { path: { id }, body, form: true })).data;

/** Fetches a file. */
export type LoadFile = () => Promise<Download>;

/** The file of an issued document, or the packing slip of an order. */
export const documentFile =
  (id: string, query: PrintOptions & { format?: 'html' }): LoadFile =>
  () =>
    download('/documents/{id}/file', { path: { id }, query });
export const slipFile =
  (order: string, query: PrintOptions & { format?: 'html' }): LoadFile =>
  () =>
    download('/orders/{id}/packing-slip', { path: { id: order }, query });

/** Opens the browser's print dialog for a blob, from a hidden frame. */
export function printBlob(blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const frame = document.createElement('iframe');
  frame.style.display = 'none';
  frame.src = address;
  frame.addEventListener('load', () => {
    try {
      frame.contentWindow?.focus();
      frame.contentWindow?.print();
    } catch {
      // Browsers that show such files in their own viewer do not allow printing from a script: it is opened there.
      window.open(address, '_blank');
    }
  });
  document.body.append(frame);
  // The print dialog may stay open for long; it has its own copy by then.
  setTimeout(() => {
    frame.remove();
    URL.revokeObjectURL(address);
  }, 120_000);
}

export async function printFile(load: LoadFile): Promise<void> {
  printBlob((await load()).blob);
}

/** Opens a file in a new tab. */
export async function openFile(load: LoadFile): Promise<void> {
  // Opened synchronously: a tab that opens after an await is blocked as a pop-up.
  const tab = window.open('', '_blank');
  try {
    const { blob } = await load();
    const address = URL.createObjectURL(blob);
    if (tab) tab.location.href = address;
    setTimeout(() => URL.revokeObjectURL(address), 120_000);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/**
 * Prints the documents of up to 200 orders as one file. Invoices that are missing are issued first. Returns how many
 * orders had nothing to print; throws on a refusal.
 */
export async function printDocuments(
  ids: string[],
  kind: PrintKind,
  options: PrintOptions = {},
): Promise<{ leftOut: number }> {
  const { blob, headers } = await download('/documents/print', { body: { orders: ids, kind, ...options } });
  printBlob(blob);
  return { leftOut: Number(headers.get('x-left-out') ?? 0) };
}
