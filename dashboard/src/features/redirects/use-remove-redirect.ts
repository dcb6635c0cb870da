import { useQueryClient } from '@tanstack/react-query';
import { useCan } from '@/shared/session/session';
import { toast } from '@/shared/ui/toast';
import { useRedirectText } from './i18n';
import { redirects, restoreRedirect, staleAfterChange, type RedirectView } from './redirects.api';

/** Deletes a redirect and offers to undo it, without a question: nothing is lost. */
export function useRemoveRedirect(): (redirect: Pick<RedirectView, 'id' | 'address'>) => Promise<void> {
  const t = useRedirectText();
  const client = useQueryClient();
  const mayCreate = useCan('create', 'Page');
  const refresh = () => Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
  return async ({ id, address }) => {
    const name = `\u2068${address}\u2069`;
    try {
      await redirects.remove(id);
    } catch {
      // The client has shown the error; the redirect is unchanged.
      return;
    }
    client.removeQueries({ queryKey: [...redirects.key, 'one', id] });
    void refresh();
    const restore = async () => {
      try {
        await restoreRedirect(id);
      } catch {
        return;
      }
      toast.success(t('restored', { name }));
      await refresh();
    };
    toast.success({
      title: t('deleted', { name }),
      // Restoring needs the permission to create.
      ...(mayCreate && { action: { label: t('undo'), run: () => void restore() } }),
    });
  };
}
