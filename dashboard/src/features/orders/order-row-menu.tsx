import type { OrderRow } from '@/modules/order-brief/order-row';
import { useStatusText } from '@/modules/status-badge/i18n';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { LazyMenu } from '@/shared/ui/lazy-menu';
import { RowButton, RowDots } from '@/shared/ui/row-button';
import { toast } from '@/shared/ui/toast';
import { useOrderText } from './i18n';
import { orderName } from './order-name';
import { setStatus, staleAfterChange } from './orders.api';

const load = () => import('./order-row-items');

/** The row menu of an order. */
export function OrderRowMenu({ order }: { order: OrderRow }) {
  const t = useOrderText();
  const status = useStatusText();
  const move = useApiMutation({
    run: (to: OrderRow['status']) => setStatus(order.id, { status: to, version: order.version }),
    invalidates: staleAfterChange,
    // The row may have left the list by then, as its tab filters by status.
    done: (_answer, to) => toast.success(t('statusChanged', { status: status(`order.${to}`) })),
  });
  return (
    <LazyMenu
      width={230}
      load={load}
      items={{
        order,
        onMove: (to: OrderRow['status']) => move.mutateAsync(to),
      }}
      trigger={
        <RowButton aria-label={t('rowMenu', { number: orderName(order.number) })} loading={move.isPending}>
          <RowDots />
        </RowButton>
      }
    />
  );
}
