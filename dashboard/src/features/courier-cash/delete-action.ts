import { IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import type { HeaderAction } from '@/shared/ui/header-actions';
import { toast } from '@/shared/ui/toast';
import { settlements, type Settlement } from './courier-cash.api';
import { canDelete, type Stage } from './courier-cash.model';
import { useCashText } from './i18n';

/** The deletion of a draft, which leads back to the list; null for settlements that stay. */
export function useDeleteAction(of: Settlement, stage: Stage): HeaderAction | null {
  const t = useCashText();
  const navigate = useNavigate();
  const mayUpdate = useCan('update', 'Order');
  const remove = useApiMutation({
    run: () => settlements.remove(of.id),
    // Not the settlement itself: its page is still open.
    invalidates: [[...settlements.key, 'index']],
    done: () => {
      toast.success(t('deleted'));
      void navigate({ to: '/courier-cash/settlements' });
    },
  });
  if (!mayUpdate || !canDelete(of.state, stage)) return null;
  const ask = async () => {
    const question = { title: t('deleteTitle'), text: t('deleteText'), confirm: t('delete'), danger: true };
    if (await confirm(question)) remove.mutate();
  };
  return {
    key: 'delete',
    label: t('delete'),
    icon: IconTrash,
    danger: true,
    folded: true,
    busy: remove.isPending,
    onClick: () => void ask(),
  };
}
