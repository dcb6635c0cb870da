import { ExportDialog, type ExportDialogProps } from '@/modules/export/export-dialog';
import type { ExportCalls } from '@/modules/export/exports.api';
import { api, download } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { Schema } from '@/shared/api/wire-schema';
import { matchingOf } from '@/shared/table/list-search';
import { useClaimText } from './i18n';

type Column = Schema<'CourierClaimColumn'>;

/** Every column a claim can have, in its order. */
const columns = [
  'courier',
  'waybill',
  'shipment',
  'order',
  'delivered_at',
  'collected',
  'remitted',
  'missing',
  'days',
  'currency',
] as const satisfies readonly Column[];

/** A claim is made of a query alone: single shipments are not chosen for it. */
const calls: ExportCalls<Column> = {
  key: ['courier-claims'],
  async create({ params, format, language, columns: chosen }) {
    // Paging is no part of the request.
    const { page: _page, per_page: _perPage, cursor: _cursor, ...query } = params;
    const body = { format, columns: [...(chosen ?? [])], language };
    return (await api.post('/courier-claims', { query, body })).data;
  },
  one: (id) => ({
    ...apiQuery('/courier-claims/{id}', { path: { id } }),
    refetchInterval: (query) => (query.state.data?.status === 'running' ? 1000 : false),
  }),
  recent: apiQuery('/courier-claims'),
  file: (id) => () => download('/courier-claims/{id}/file', { path: { id } }),
};

/** OR-06: a file of what couriers owe, to be sent to them. */
export default function ClaimDialog(props: ExportDialogProps) {
  const t = useClaimText();
  const matching = matchingOf(props.params);
  const courier = matching['filter[courier]'];
  // Narrowed by nothing else: said by its name.
  const isOfCourier = courier !== undefined && Object.keys(matching).length === 1;
  return (
    <ExportDialog
      {...props}
      kind={{ calls, t }}
      columns={columns.map((value) => ({ value, label: t(`column.${value}`) }))}
      note={t('note')}
      shown={isOfCourier ? t('which.courier', { courier: `\u2068${String(courier)}\u2069` }) : undefined}
    />
  );
}
