import { Button, Menu } from '@mantine/core';
import { IconCopyPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useCan } from '@/shared/session/session';
import { toast } from '@/shared/ui/toast';
import { toastOrderError } from '../order-failure';
import { staleAfterChange, type OrderView } from '../orders.api';
import { duplicateOrder } from './draft.api';
import { useOrderDraftText } from './i18n';
import { LinkButton } from '@/shared/ui/link-button';

/** Actions on a draft shown by the order's page; they lead to the draft's own page. */
export function DraftActions({ order, mayUpdate }: { order: OrderView; mayUpdate: boolean }) {
  const t = useOrderDraftText();
  if (!mayUpdate) return null;
  return (
    <LinkButton to="/orders/view/$id/edit" params={{ id: order.id }}>
      {t('continue')}
    </LinkButton>
  );
}

/** Duplicates an order as a draft and opens it; unavailable products are reported. */
function useDuplicate(order: OrderView) {
  const t = useOrderDraftText();
  const navigate = useNavigate();
  const copy = useApiMutation({ run: () => duplicateOrder(order.id), invalidates: staleAfterChange });
  const go = () =>
    void copy
      .mutateAsync(undefined)
      .then((draft) => {
        const isShort = draft.preview.problems.some(({ code }) => code === 'unavailable' || code === 'short');
        if (isShort) toast.warning(t('duplicatedProblems'));
        else toast.success(t('duplicated'));
        void navigate({ to: '/orders/view/$id/edit', params: { id: draft.id } });
      })
      .catch(toastOrderError);
  return { go, busy: copy.isPending };
}

/** In the menu of an order. */
export function DuplicateItem({ order }: { order: OrderView }) {
  const t = useOrderDraftText();
  const mayCreate = useCan('create', 'Order');
  const { go } = useDuplicate(order);
  if (!mayCreate) return null;
  return (
    <Menu.Item leftSection={<IconCopyPlus size={16} aria-hidden />} onClick={go}>
      {t('duplicate')}
    </Menu.Item>
  );
}

/** On the page of an order that cannot be sent again. */
export function DuplicateButton({ order }: { order: OrderView }) {
  const t = useOrderDraftText();
  const mayCreate = useCan('create', 'Order');
  const { go, busy } = useDuplicate(order);
  if (!mayCreate) return null;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconCopyPlus size={15} aria-hidden />}
      loading={busy}
      onClick={go}
    >
      {t('duplicate')}
    </Button>
  );
}
