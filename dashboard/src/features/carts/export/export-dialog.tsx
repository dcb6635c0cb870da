import type { Schema } from '@/shared/api/wire-schema';
import { ExportDialog, type ExportDialogProps } from '@/modules/export/export-dialog';
import { exportCalls } from '@/modules/export/exports.api';
import { useCan } from '@/shared/session/session';
import { useCartExportText } from './i18n';

/** Every column a file of carts can have, in its order. */
const columns = [
  'shopper',
  'mobile',
  'email',
  'step',
  'items',
  'amount',
  'currency',
  'created_at',
  'active_at',
  'age',
  'reminder',
  'reminders',
  'last_reminded_at',
  'restored',
  'order',
  'link',
] as const satisfies readonly Schema<'CartExportColumn'>[];

const calls = exportCalls('/cart-exports');

/** Export of the carts of a step: those of the list, all, or chosen ones. */
export default function CartExportDialog(props: ExportDialogProps) {
  const t = useCartExportText();
  const readsOrders = useCan('read', 'Order');
  // The step is always sent: it is no filter that can be left out.
  const step = props.params['filter[step]'];
  return (
    <ExportDialog
      {...props}
      kind={{ calls, t }}
      always={{ 'filter[step]': step }}
      columns={columns
        .filter((value) => readsOrders || value !== 'order')
        .map((value) => ({ value, label: t(`column.${value}`) }))}
      note={t('note')}
    />
  );
}
