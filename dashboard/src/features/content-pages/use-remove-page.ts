import { useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { toast } from '@/shared/ui/toast';
import { contentPages, restorePage, staleAfterChange, type PageView } from './content-pages.api';
import { useContentPageText } from './i18n';

/**
 * Deletes a page and offers to undo it, without a question: nothing is lost. `before` runs after the deletion, before
 * the page's data goes.
 */
export function useRemovePage(): (page: Pick<PageView, 'id' | 'title'>, before?: () => unknown) => Promise<void> {
  const t = useContentPageText();
  const { language } = useLanguage();
  const client = useQueryClient();
  const mayCreate = useCan('create', 'Page');
  const refresh = () => Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
  return async (page, before) => {
    const name = textOf(page.title, language);
    try {
      await contentPages.remove(page.id);
    } catch {
      // The client has shown the error; the page is unchanged.
      return;
    }
    await before?.();
    client.removeQueries({ queryKey: [...contentPages.key, 'one', page.id] });
    void refresh();
    const restore = async () => {
      try {
        await restorePage(page.id);
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
