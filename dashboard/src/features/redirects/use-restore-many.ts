import { useQueryClient } from '@tanstack/react-query';
import type { BulkRow } from '@/shared/table/bulk-bar';
import { toast } from '@/shared/ui/toast';
import { useRedirectText } from './i18n';
import { restoreRedirects, staleAfterChange } from './redirects.api';

/** Brings back redirects that were deleted together, and names those whose old link leads elsewhere by now. */
export function useRestoreMany(): (rows: readonly BulkRow[]) => Promise<void> {
  const t = useRedirectText();
  const client = useQueryClient();
  return async (rows) => {
    try {
      const results = await restoreRedirects(rows.map(({ id }) => id));
      const refused = results.filter((result) => !result.is_ok);
      const count = results.length - refused.length;
      if (count > 0) toast.success(t('restoredMany', { count }));
      if (refused.length > 0) {
        const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? '';
        toast.warning({
          title: t('notRestored', { count: refused.length }),
          lines: refused.slice(0, 8).map(({ id, message }) => `\u2068${nameOf(id)}\u2069: ${message ?? ''}`),
        });
      }
    } catch {
      // The client has shown the error; the redirects stay deleted.
    }
    await Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
