import type { Schema } from '@/shared/api/wire-schema';
import { ExportDialog, type ExportDialogProps } from '@/modules/export/export-dialog';
import { exportCalls } from '@/modules/export/exports.api';
import { useOrderExportText } from './i18n';

/** Every column a file of orders can have, in its order. */
const columns = [
  'number',
  'created_at',
  'status',
  'payment_status',
  'customer',
  'mobile',
  'email',
  'country',
  'city',
  'items',
  'subtotal',
  'discount',
  'coupon',
  'coupon_discount',
  'vat',
  'shipping_fees',
  'payment_fees',
  'total',
  'paid',
  'refunded',
  'owed',
  'gross_sales',
  'sales_discounts',
  'sales_returns',
  'net_sales',
  'sales_shipping',
  'sales_fees',
  'sales_vat',
  'total_sales',
  'currency',
  'payment',
  'shipping',
  'tags',
  'assignee',
  'note',
] as const satisfies readonly Schema<'OrderExportColumn'>[];

const calls = exportCalls('/order-exports');

/** The orders that the list shows, or chosen ones, as a file. */
export default function OrderExportDialog(props: ExportDialogProps) {
  const t = useOrderExportText();
  return (
    <ExportDialog
      {...props}
      kind={{ calls, t }}
      columns={columns.map((value) => ({ value, label: t(`column.${value}`) }))}
    />
  );
}
