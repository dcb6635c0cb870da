import type { Schema } from '@/shared/api/wire-schema';
import { ExportDialog, type ExportDialogProps } from '@/modules/export/export-dialog';
import { exportCalls } from '@/modules/export/exports.api';
import { useCustomerExportText } from './i18n';

/** Every column a file of customers can have, in its order. */
const columns = [
  'name',
  'mobile',
  'email',
  'country',
  'city',
  'language',
  'tags',
  'groups',
  'consents',
  'orders_count',
  'cancelled_count',
  'returned_count',
  'total_spent',
  'currency',
  'first_order_at',
  'last_order_at',
  'created_at',
  'blocked',
] as const satisfies readonly Schema<'CustomerExportColumn'>[];

const calls = exportCalls('/customer-exports');

/** The customers that the list shows, or chosen ones, as a file. */
export default function CustomerExportDialog(props: ExportDialogProps) {
  const t = useCustomerExportText();
  return (
    <ExportDialog
      {...props}
      kind={{ calls, t }}
      columns={columns.map((value) => ({ value, label: t(`column.${value}`) }))}
    />
  );
}
