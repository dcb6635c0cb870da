import { useStatusText } from '@/modules/status-badge/i18n';
import { useLanguage } from '@/shared/i18n/language';
import type { OrderBatch } from './batches.api';
import { useOrderBatchText } from './i18n';

/** A batch's title: "Tags added: gift". */
export function useBatchTitle(): (batch: OrderBatch) => string {
  const t = useOrderBatchText();
  const word = useStatusText();
  const { language } = useLanguage();
  const isolated = (text: string) => `\u2068${text}\u2069`;
  const list = (tags: readonly string[] | undefined) =>
    (tags ?? []).map(isolated).join(language === 'ar' ? '، ' : ', ');
  const titleOf = ({ action, assignee }: OrderBatch): string => {
    if (action.kind === 'status') return t('what.status', { status: word(`order.${action.status ?? 'PEND'}`) });
    if (action.kind === 'address_link') return t('what.address_link');
    if (action.kind === 'ship') {
      const courier = action.courier_name?.trim();
      return courier ? t('what.shipBy', { courier: isolated(courier) }) : t('what.ship');
    }
    if (action.kind === 'assign') {
      return action.assignee_id ? t('what.assign', { name: isolated(assignee ?? '') }) : t('what.unassign');
    }
    const [add, remove] = [list(action.add), list(action.remove)];
    if (add && remove) return t('what.tags.both', { add, remove });
    return add ? t('what.tags.add', { tags: add }) : t('what.tags.remove', { tags: remove });
  };
  return (batch) => (batch.turn === 'act' ? titleOf(batch) : t(`what.${batch.turn}`, { what: titleOf(batch) }));
}
