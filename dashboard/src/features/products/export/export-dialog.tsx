import { ExportDialog, type ExportDialogProps } from '@/modules/export/export-dialog';
import { exportCalls } from '@/modules/export/exports.api';
import { useProductExportText } from './i18n';

const calls = exportCalls('/product-exports');

/** Export of the list's products, or of selected ones, in a format that an import reads. */
export default function ProductExportDialog(props: ExportDialogProps) {
  const t = useProductExportText();
  return <ExportDialog {...props} kind={{ calls, t }} note={t('note')} />;
}
