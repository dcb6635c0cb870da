import { Button, Menu } from '@mantine/core';
import { IconCopyPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useCan } from '@/shared/session/session';
import { toast } from '@/shared/ui/toast';
import { tellOrderFailure } from '../order-failure';
import { staleAfterChange, type OrderView } from '../orders.api';
import { duplicateOrder } from './draft.api';
import { useOrderDraftText } from './i18n';

/** What is done with a draft on its order's page: all of it on the draft's own. */
export function DraftActions({ order, mayUpdate }: { order: OrderView; mayUpdate: boolean }) {
  const t = useOrderDraftText();
  if (!mayUpdate) return null;
  return (
    <Button component={Link} to="/orders/view/$id/edit" params={{ id: order.id } as never}>
      {t('continue')}
    </Button>
  );
}

/** Repeats an order as a draft, which opens; what is no longer sold or short is told. */
export function DuplicateItem({ order }: { order: OrderView }) {
  const t = useOrderDraftText();
  const navigate = useNavigate();
  const mayCreate = useCan('create', 'Order');
  const copy = useApiMutation({ run: () => duplicateOrder(order.id), invalidates: staleAfterChange });
  if (!mayCreate) return null;
  const go = () =>
    void copy
      .mutateAsync(undefined)
      .then((draft) => {
        const isShort = draft.preview.problems.some(({ code }) => code === 'unavailable' || code === 'short');
        if (isShort) toast.warning(t('duplicatedProblems'));
        else toast.success(t('duplicated'));
        void navigate({ to: '/orders/view/$id/edit', params: { id: draft.id } as never });
      })
      .catch(tellOrderFailure);
  return (
    <Menu.Item leftSection={<IconCopyPlus size={16} aria-hidden />} onClick={go}>
      {t('duplicate')}
    </Menu.Item>
  );
}

/** The way to a new order, in the header of the list. */
export function AddOrderButton() {
  const t = useOrderDraftText();
  const mayCreate = useCan('create', 'Order');
  if (!mayCreate) return null;
  return (
    <Button component={Link} to={'/orders/add/' as never}>
      {t('add')}
    </Button>
  );
}
