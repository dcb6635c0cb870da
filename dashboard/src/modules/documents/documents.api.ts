import { queryOptions } from '@tanstack/react-query';
import { api, download } from '@/shared/api/client';
import type { One } from '@/shared/api/wire';
import type { Schema, SchemaIn } from '@/shared/api/wire-schema';

export type DocumentRow = Schema<'DocumentRow'>;
export type DocumentView = Schema<'DocumentView'>;
export type CreditIn = SchemaIn<'DocumentCreditIn'>;
export type PrintKind = SchemaIn<'DocumentPrintIn'>['kind'];

/** How a document is printed; what is not said is as the store's settings say. */
export interface Look {
  lang?: 'ar' | 'en' | 'both';
  paper?: 'a4' | 'a5' | 'roll80';
}

const path = (...parts: string[]) => `/${parts.map(encodeURIComponent).join('/')}`;

/** The invoices and credit notes of an order; it belongs to what a change of the order makes stale. */
export const documentsQuery = (order: string) =>
  queryOptions({
    queryKey: ['orders', 'one', order, 'documents'] as const,
    queryFn: async ({ signal }) =>
      (await api.get<One<DocumentRow[]>>(path('orders', order, 'documents'), { signal })).data,
  });

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', id] as const,
    queryFn: async ({ signal }) => (await api.get<One<DocumentView>>(path('documents', id), { signal })).data,
    // What is left of an invoice must be what the server says now.
    staleTime: 0,
  });

export const issueInvoice = async (order: string) =>
  (await api.post<One<DocumentView>>(path('orders', order, 'documents'), { kind: 'invoice' })).data;

export const creditInvoice = async (id: string, body: CreditIn) =>
  (await api.post<One<DocumentView>>(path('documents', id, 'credit'), body, { form: true })).data;

const withLook = (of: string, look: Look & { format?: 'html' }) => {
  const query = new URLSearchParams(Object.entries(look).filter((entry): entry is [string, string] => !!entry[1]));
  return query.size > 0 ? `${of}?${query}` : of;
};

/** The file of an issued document, or the packing slip of an order. */
export const documentFile = (id: string, look: Look & { format?: 'html' }) =>
  withLook(path('documents', id, 'file'), look);
export const slipFile = (order: string, look: Look & { format?: 'html' }) =>
  withLook(path('orders', order, 'packing-slip'), look);

/** Hands a blob to the browser's own print dialog, from a frame that is not seen. */
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
      // A browser that shows such files in its own viewer lets nobody print from outside: it is shown there.
      window.open(address, '_blank');
    }
  });
  document.body.append(frame);
  // The dialog may stay open for long; it has its own copy by then.
  setTimeout(() => {
    frame.remove();
    URL.revokeObjectURL(address);
  }, 120_000);
}

export async function printFile(of: string): Promise<void> {
  printBlob((await download(of)).blob);
}

/** Opens a file in a tab of its own. */
export async function openFile(of: string): Promise<void> {
  // Before anything is waited for: a tab that opens later is taken for an advertisement.
  const tab = window.open('', '_blank');
  try {
    const { blob } = await download(of);
    const address = URL.createObjectURL(blob);
    if (tab) tab.location.href = address;
    setTimeout(() => URL.revokeObjectURL(address), 120_000);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/**
 * Prints the documents of up to 200 orders as one file. Invoices that are missing are issued first. How many orders had
 * nothing to print is answered; a refusal is thrown.
 */
export async function printDocuments(ids: string[], kind: PrintKind, look: Look = {}): Promise<{ leftOut: number }> {
  const { blob, headers } = await download('/documents/print', {}, { orders: ids, kind, ...look });
  printBlob(blob);
  return { leftOut: Number(headers.get('x-left-out') ?? 0) };
}
