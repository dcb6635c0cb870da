import { ExportDialog, type ExportDialogProps } from '@/modules/export/export-dialog';
import { exportCalls } from '@/modules/export/exports.api';
import { useProductExportText } from './i18n';

const calls = exportCalls('/product-exports');

/** The products that the list shows, or chosen ones, as a file that an import reads back. */
export default function ProductExportDialog(props: ExportDialogProps) {
  const t = useProductExportText();
  return <ExportDialog {...props} kind={{ calls, t }} note={t('note')} />;
}
