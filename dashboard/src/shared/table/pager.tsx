import { Button, Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { Meta } from '../api/wire';
import { formatNumber } from '../i18n/format';
import { useShared } from '../i18n/use-shared';
import { BackIcon, ForwardIcon } from '../ui/icons';
import { usePhoneScreen } from '../ui/use-phone-screen';
import { perPageChoices } from './list-search';
import type { ListState } from './use-list';

/** Pages by number where the server counts them, by cursor where it does not (deep lists). */
export function Pager({ list, meta }: { list: ListState; meta: Meta }) {
  const s = useShared();
  const phone = usePhoneScreen();
  const router = useRouter();
  // Beyond what the server counts the list goes on by cursor; what came before is what Back leads to.
  const isPastCount = meta.is_total_capped === true && meta.current_page >= meta.last_page;
  const byCursor = Boolean(list.search.cursor) || isPastCount;
  const total = meta.is_total_capped ? `${formatNumber(meta.total)}+` : formatNumber(meta.total);
  if (!byCursor && meta.total <= perPageChoices[0] && meta.last_page <= 1) {
    return (
      <Text size="xs" c="dimmed" px={16} py={12}>
        {s('list.total', { count: meta.total })}
      </Text>
    );
  }
  return (
    <Group justify="space-between" px={16} py={12} gap={12}>
      <Text size="xs" c="dimmed">
        {meta.from && meta.to && !list.search.cursor
          ? s('list.range', { from: meta.from, to: meta.to, total })
          : s('list.total', { count: meta.total })}
      </Text>
      {byCursor ? (
        <Group gap={8}>
          <Button variant="default" size="xs" onClick={() => list.set({ cursor: undefined })}>
            {s('list.first')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<BackIcon />}
            disabled={!list.search.cursor}
            onClick={() => router.history.back()}
          >
            {s('list.previous')}
          </Button>
          <Button
            variant="default"
            size="xs"
            rightSection={<ForwardIcon />}
            disabled={!meta.next_cursor}
            onClick={() => list.set({ cursor: meta.next_cursor ?? undefined })}
          >
            {s('list.next')}
          </Button>
        </Group>
      ) : (
        <Pagination
          total={meta.last_page}
          value={meta.current_page}
          onChange={(page) => list.set({ page: page > 1 ? page : undefined })}
          size="sm"
          siblings={phone ? 0 : 1}
          boundaries={1}
          previousIcon={BackIcon}
          nextIcon={ForwardIcon}
          getControlProps={(control) => ({ 'aria-label': s(`list.${control}`) })}
          getItemProps={(page) => ({ 'aria-label': s('list.page', { page }) })}
        />
      )}
      {!phone && (
        <NativeSelect
          size="xs"
          aria-label={s('list.perPage')}
          data={perPageChoices.map((count) => ({ value: String(count), label: s('list.rows', { count }) }))}
          value={String(meta.per_page)}
          onChange={(event) => list.set({ per_page: Number(event.currentTarget.value) })}
        />
      )}
    </Group>
  );
}
