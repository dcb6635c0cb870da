import { IconFileExport } from '@tabler/icons-react';
import { Suspense, useState, type ComponentType } from 'react';
import type { ListQuery } from '@/shared/api/params';
import { useCan, type AbilitySubject } from '@/shared/session/session';
import type { BulkAction } from '@/shared/table/bulk-bar';
import type { HeaderAction } from '@/shared/ui/header-actions';
import type { ExportDialogProps } from './export-dialog';

/**
 * Export support of a list: a header action, a bulk action, and the dialog (a lazy one of the list's own, around
 * `ExportDialog`). All are empty without the ability to export.
 */
export function useExport({
  subject,
  label,
  params,
  Dialog,
}: {
  subject: AbilitySubject;
  label: string;
  params: ListQuery;
  Dialog: ComponentType<ExportDialogProps>;
}) {
  const may = useCan('export', subject);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const header: HeaderAction[] = may
    ? [{ key: 'export', label, icon: IconFileExport, onClick: () => setChosen([]) }]
    : [];
  const bulk: BulkAction[] = may
    ? [
        {
          key: 'export',
          label,
          icon: <IconFileExport size={15} aria-hidden />,
          reports: true,
          run: async (ids) => {
            setChosen(ids);
            return null;
          },
          runAll: async () => {
            setChosen([]);
            return false;
          },
        },
      ]
    : [];
  const dialog = chosen && (
    <Suspense fallback={null}>
      <Dialog chosen={chosen} params={params} onClose={() => setChosen(null)} />
    </Suspense>
  );
  return { header, bulk, dialog };
}
