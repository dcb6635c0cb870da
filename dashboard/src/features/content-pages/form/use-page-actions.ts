import { IconCopyPlus, IconExternalLink, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMayOpen } from '@/modules/screens/screens';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import type { HeaderAction } from '@/shared/ui/header-actions';
import type { PageView } from '../content-pages.api';
import { storeAddressOf } from '../content-pages.model';
import { useContentPageText } from '../i18n';
import { useRemovePage } from '../use-remove-page';

/** Actions on a page besides saving; `onGone` is called before the form of a deleted one is left. */
export function usePageActions(base: PageView | undefined, onGone: () => void): HeaderAction[] {
  const t = useContentPageText();
  const s = useShared();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const mayCreate = useMayOpen('/settings/store/pages/new');
  const mayDelete = useCan('delete', 'Page');
  const remove = useRemovePage();
  if (!base) return [];
  const actions: HeaderAction[] = [];
  const href = storeAddressOf(base, language);
  if (href) actions.push({ key: 'view', label: t('view'), icon: IconExternalLink, href });
  if (mayCreate) {
    actions.push({
      key: 'duplicate',
      label: t('duplicate'),
      icon: IconCopyPlus,
      folded: true,
      link: { to: '/settings/store/pages/new', search: { from: base.id } },
    });
  }
  if (mayDelete) {
    const onClick = () =>
      void remove(base, () => {
        onGone();
        return navigate({ to: '/settings/store/pages' });
      });
    actions.push({ key: 'delete', label: s('delete'), icon: IconTrash, danger: true, folded: true, onClick });
  }
  return actions;
}
