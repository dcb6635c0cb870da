import { Button, Group } from '@mantine/core';
import { useCan } from '@/shared/session/session';
import { ListPage } from '@/shared/table/list-page';
import { useList } from '@/shared/table/use-list';
import { LinkButton } from '@/shared/ui/link-button';
import { useRedirectText } from './i18n';
import { useMissedColumns } from './redirect-columns';
import { missedAddresses, type MissedAddress } from './redirects.api';
import { missedList } from './redirects.search';
import { useIgnore } from './use-ignore';

const actionsOf = (row: MissedAddress) => <MissedActions missed={row} />;

/** Links that visitors tried in the last 30 days and the store has no page for. */
export function MissedListPage() {
  const t = useRedirectText();
  const list = useList(missedList);
  const mayUpdate = useCan('update', 'Page');
  const mayCreate = useCan('create', 'Page');
  return (
    <ListPage<MissedAddress>
      title={t('tab.missed')}
      isTab
      list={list}
      query={missedAddresses.indexQuery(list.params)}
      columns={useMissedColumns()}
      rowName={(row) => row.address}
      rowActions={mayUpdate || mayCreate ? actionsOf : undefined}
      tabs={{
        filter: 'is_ignored',
        items: [
          { value: '', label: t('missed.waiting') },
          { value: 'true', label: t('missed.ignored') },
        ],
      }}
      searchPlaceholder={t('search')}
      empty={{ title: t('missed.empty'), text: t('missed.emptyText'), illustration: 'search' }}
    />
  );
}

function MissedActions({ missed }: { missed: MissedAddress }) {
  const t = useRedirectText();
  const ignore = useIgnore();
  const mayCreate = useCan('create', 'Page');
  const mayUpdate = useCan('update', 'Page');
  return (
    <Group gap={6} wrap="nowrap">
      {mayCreate && !missed.is_ignored && (
        <LinkButton
          variant="light"
          size="compact-sm"
          to="/settings/store/redirects/$id"
          params={{ id: 'new' }}
          search={{ address: missed.address }}
          aria-label={t('missed.redirectOf', { name: missed.address })}
        >
          {t('missed.redirect')}
        </LinkButton>
      )}
      {mayUpdate && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          loading={ignore.isPending}
          aria-label={`${t(missed.is_ignored ? 'missed.unignore' : 'missed.ignore')}: ${missed.address}`}
          onClick={() => ignore.mutate({ missed, isIgnored: !missed.is_ignored })}
        >
          {t(missed.is_ignored ? 'missed.unignore' : 'missed.ignore')}
        </Button>
      )}
    </Group>
  );
}
