import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { actorKind, type ActivityEntry } from '@/modules/activity-log/activity';
import { ActivityLog } from '@/modules/activity-log/activity-log';
import { useActivityText } from '@/modules/activity-log/i18n';
import { api } from '@/shared/api/client';
import { useShared } from '@/shared/i18n/use-shared';
import { Section } from '@/shared/ui/page';
import { channels, customers, sources } from './customers.api';
import { useCustomerText } from './i18n';
import { usePersonalText } from './personal/i18n';
import { reasons } from './personal/personal.api';

/** What happened to the customer, the newest first; older events on request. */
export function CustomerActivity({ id }: { id: string }) {
  const t = useCustomerText();
  const title = useActivityText();
  const describe = useDescribe();
  const query = useInfiniteQuery({
    queryKey: [...customers.key, 'one', id, 'activity'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get('/customers/{id}/activity', { path: { id }, query: { cursor: pageParam }, signal }),
    getNextPageParam: (last) => last.meta.next_cursor ?? undefined,
  });
  const entries = query.data?.pages.flatMap((page) => page.data as ActivityEntry[]);
  return (
    <Section title={title('title')}>
      <ActivityLog query={{ data: entries, error: query.error, refetch: query.refetch }} describe={describe} />
      {query.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          mt={12}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('act.older')}
        </Button>
      )}
    </Section>
  );
}

const fields = ['name', 'mobile', 'email', 'language', 'tags', 'groups'] as const;

/** An event in words: by the keys of what it left behind. */
function useDescribe(): (entry: ActivityEntry) => string {
  const t = useCustomerText();
  const p = usePersonalText();
  const s = useShared();
  return (entry) => {
    const after: Record<string, unknown> = entry.after ?? {};
    const before: Record<string, unknown> = entry.before ?? {};
    if (entry.action === 'create') {
      return t(actorKind(entry.actor.type) === 'customer' ? 'act.ordered' : 'act.created');
    }
    if (entry.action === 'comment') return t('act.note');
    if (after.erased === true) {
      const reason = reasons.find((candidate) => candidate === after.why);
      const reference = String(after.reference ?? '');
      return [p('act.erased'), reason && p(`erase.reason.${reason}`), reference && `\u2068${reference}\u2069`]
        .filter(Boolean)
        .join(' · ');
    }
    const channel = channels.find((candidate) => candidate === after.consent);
    if (channel) {
      const source = sources.find((candidate) => candidate === after.source);
      const consentText = t(after.is_granted ? 'act.granted' : 'act.refused', { channel: t(`channel.${channel}`) });
      return source ? `${consentText} · ${t(`source.${source}`)}` : consentText;
    }
    if ('is_blocked' in after) {
      if (!after.is_blocked) return t('act.unblocked');
      const statedReason = String(after.reason ?? '');
      return statedReason ? `${t('act.blocked')}: \u2068${statedReason}\u2069` : t('act.blocked');
    }
    if ('address' in after) {
      const place = String(after.address ?? before.address ?? '');
      const kind = !before.address ? 'act.addressAdded' : after.address ? 'act.addressChanged' : 'act.addressRemoved';
      return `${t(kind)}: \u2068${place}\u2069`;
    }
    const merged = after.merged as { name?: string } | undefined;
    if (merged) return t('act.merged', { name: `\u2068${merged.name ?? ''}\u2069` });
    if ('contact' in after) return t('act.contactRemoved', { value: `\u2068${String(before.contact ?? '')}\u2069` });
    if ('note' in after) return `${t('act.noteRemoved')}: \u2068${String(before.note ?? '')}\u2069`;
    const changed = fields.filter((field) => field in after).map((field) => t(`field.${field}`));
    // What an erasure left of an entry says that something was changed, and not what.
    if (changed.length === 0) return p('act.something');
    return t('act.changed', { fields: changed.join(s('list.and')) });
  };
}
