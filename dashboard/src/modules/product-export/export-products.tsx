import { IconFileExport } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Params } from '@/shared/api/params';
import { useCan } from '@/shared/session/session';
import type { BulkAction } from '@/shared/table/bulk-bar';
import type { HeaderAction } from '@/shared/ui/header-actions';
import { useExportText } from './i18n';

const ExportDialog = lazy(() => import('./export-dialog'));

/**
 * What a list of products needs to export: a header action, an action on chosen rows, and the place of the dialog, which
 * is fetched when it first opens. All of them are empty for whoever may not export.
 */
export function useProductExport(params: Params) {
  const t = useExportText();
  const mayExport = useCan('export', 'Product');
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const header: HeaderAction[] = mayExport
    ? [{ key: 'export', label: t('start'), icon: IconFileExport, onClick: () => setChosen([]) }]
    : [];
  const bulk: BulkAction[] = mayExport
    ? [
        {
          key: 'export',
          label: t('start'),
          icon: <IconFileExport size={15} aria-hidden />,
          run: (ids) => {
            setChosen(ids);
            return Promise.resolve(null);
          },
        },
      ]
    : [];
  const dialog = chosen && (
    <Suspense fallback={null}>
      <ExportDialog chosen={chosen} params={params} onClose={() => setChosen(null)} />
    </Suspense>
  );
  return { header, bulk, dialog };
}
