import { useQuery } from '@tanstack/react-query';
import { useShared } from '@/shared/i18n/use-shared';
import { labelsQuery } from '../customers.api';
import { useCustomerText } from '../i18n';
import type { CustomerBatch } from './batches.api';
import { useCustomerBatchText } from './i18n';

/** What a batch did, and what came of it, as people say it. */
export function useBatchWords() {
  const t = useCustomerBatchText();
  const c = useCustomerText();
  const s = useShared();
  const groups = useQuery(labelsQuery).data?.groups;
  const action = ({ action: of }: CustomerBatch): string => {
    if (of.kind === 'consent') {
      const channel = of.channel ? c(`channel.${of.channel}`) : '';
      return t('what.consent.withdraw', { channel, value: `\u2068${of.reason ?? ''}\u2069` });
    }
    const key = `what.${of.kind}.${of.change ?? 'add'}`;
    if (!useCustomerBatchText.has(key)) return '';
    const group = groups?.find(({ id }) => id === of.group_id)?.name ?? t('groupGone');
    const value = of.kind === 'tags' ? (of.tags ?? []).join(s('list.and')) : of.kind === 'group' ? group : of.reason;
    return t(key, { value: `\u2068${value ?? ''}\u2069` });
  };
  const title = (batch: CustomerBatch) =>
    batch.turn === 'act' ? action(batch) : t(`what.${batch.turn}`, { value: action(batch) });
  const result = (batch: CustomerBatch) =>
    [
      t('changed', { count: batch.changed_count }),
      batch.failed_count > 0 && t('failed', { count: batch.failed_count }),
      batch.kept_count > 0 && t('kept', { count: batch.kept_count }),
    ]
      .filter(Boolean)
      .join(' · ');
  return { title, result };
}
