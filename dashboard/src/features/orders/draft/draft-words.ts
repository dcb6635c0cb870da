import { actorKind, changeOf, type ActivityEntry } from '@/modules/activity-log/activity';
import { useOrderDraftText } from './i18n';

/** Describes an activity entry about a draft; null for other entries. */
export function useDraftWords(): (entry: ActivityEntry) => string | null {
  const t = useOrderDraftText();
  return (entry) => {
    const { action, after } = entry;
    if (action === 'create') return after?.status === 'DRFT' ? t('act.created') : null;
    if (action === 'update_status') {
      const { from, to } = changeOf(entry, 'status');
      if (from !== 'DRFT' || to === 'CNCL') return null;
      if (actorKind(entry.actor.type) === 'customer') {
        const dropped = after?.coupon_dropped;
        return typeof dropped === 'string'
          ? t('act.confirmedWithout', { code: `\u2068${dropped}\u2069` })
          : t('act.confirmed');
      }
      const text = t(to === 'PAID' ? 'act.placedPaid' : 'act.placed');
      return after?.despite_block === true ? t('act.despiteBlock', { text }) : text;
    }
    if (action !== 'update' || !after) return null;
    if ('draft_link' in after) return t(after.draft_link ? 'act.link' : 'act.linkWithdrawn');
    const { from, to } = changeOf(entry, 'total');
    return after.draft === true && from === to ? t('act.changed') : null;
  };
}
