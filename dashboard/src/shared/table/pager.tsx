import { ActionIcon, Button, Group, Text } from '@mantine/core';
import type { Meta } from '../api/wire';
import { formatNumber } from '../i18n/format';
import { useShared } from '../i18n/use-shared';
import { BackIcon, ForwardIcon } from '../ui/icons';
import { PlainSelect } from '../ui/plain-select';
import { usePhoneScreen } from '../ui/use-phone-screen';
import { deepest, perPageChoices, type ListSearch } from './list-search';
import { PageNumbers } from './page-numbers';
import type { ListState } from './use-list';

export interface Step {
  change: Pick<ListSearch, 'page' | 'cursor'>;
  trail: readonly string[];
}

/** Number of pages with a number: up to the counted rows, and the maximum depth. */
export const numberedPages = (meta: Pick<Meta, 'last_page' | 'per_page'>): number =>
  Math.min(meta.last_page, Math.floor(deepest / meta.per_page) + 1);

/**
 * Targets of "previous" and "next". A long list has page numbers up to about its thousandth row and continues by
 * cursor; "previous" on such a page uses the trail of earlier cursors.
 */
export function pagerSteps(
  search: Pick<ListSearch, 'cursor'>,
  trail: readonly string[],
  meta: Meta,
): { isNumbered: boolean; previous: Step | null; next: Step | null } {
  const page = meta.current_page;
  const numbered = numberedPages(meta);
  const isNumbered = !search.cursor && page <= numbered;
  const to = (number: number, cursor: string | undefined, after: readonly string[]): Step => ({
    change: { page: number > 1 ? number : undefined, cursor: cursor || undefined },
    trail: after,
  });
  let next: Step | null = null;
  if (page < numbered && !search.cursor) next = to(page + 1, undefined, []);
  else if (meta.next_cursor) next = to(page + 1, meta.next_cursor, [...trail, search.cursor ?? '']);

  let previous: Step | null = null;
  if (search.cursor && trail.length > 0) previous = to(page - 1, trail.at(-1), trail.slice(0, -1));
  else if (page > 1 && (isNumbered || page - 1 <= numbered)) previous = to(page - 1, undefined, []);
  return { isNumbered, previous, next };
}

/** Numbered pages up to the counted rows, then only previous and next. */
export function Pager({ list, meta }: { list: ListState; meta: Meta }) {
  const s = useShared();
  const phone = usePhoneScreen();
  const { isNumbered, previous, next } = pagerSteps(list.search, list.trail, meta);
  const isCapped = meta.is_total_capped === true;
  if (isNumbered && !isCapped && meta.total <= perPageChoices[0] && meta.last_page <= 1) {
    return (
      <Text size="xs" c="dimmed" px={16} py={12}>
        {s('list.total', { count: meta.total })}
      </Text>
    );
  }
  const total = isCapped ? s('list.moreThan', { total: formatNumber(meta.total) }) : formatNumber(meta.total);
  // The two buttons are the same elements on numbered and unnumbered pages, so they keep the focus.
  const step = (label: string, target: Step | null, Icon: typeof BackIcon) => (
    <ActionIcon
      variant="default"
      size={32}
      radius="md"
      aria-label={label}
      aria-disabled={target === null}
      data-disabled={target === null || undefined}
      onClick={() => target && list.set(target.change, { trail: target.trail })}
    >
      <Icon size={16} />
    </ActionIcon>
  );
  return (
    <Group justify="space-between" px={16} py={12} gap={12}>
      <Text size="xs" c="dimmed" aria-live="polite">
        {meta.from && meta.to
          ? s('list.range', { from: formatNumber(meta.from), to: formatNumber(meta.to), total })
          : isCapped
            ? s('list.totalCapped', { total: formatNumber(meta.total) })
            : s('list.total', { count: meta.total })}
      </Text>
      <Group gap={8} component="nav" aria-label={s('list.pages')}>
        {step(s('list.previous'), previous, BackIcon)}
        {isNumbered ? (
          <PageNumbers
            total={numberedPages(meta)}
            page={meta.current_page}
            siblings={phone ? 0 : 1}
            nameOf={(page) => s('list.page', { page })}
            onChange={(page) => list.set({ page: page > 1 ? page : undefined, cursor: undefined })}
          />
        ) : (
          <>
            <Button variant="default" size="xs" onClick={() => list.set({ page: undefined, cursor: undefined })}>
              {s('list.first')}
            </Button>
            {meta.current_page > 1 && (
              <Text size="xs" aria-current="page">
                {s('list.page', { page: formatNumber(meta.current_page) })}
              </Text>
            )}
          </>
        )}
        {step(s('list.next'), next, ForwardIcon)}
      </Group>
      {!phone && (
        <PlainSelect
          label={s('list.perPage')}
          options={perPageChoices.map((count) => ({ value: String(count), label: s('list.rows', { count }) }))}
          value={String(meta.per_page)}
          onChange={(count) => list.set({ per_page: Number(count) })}
        />
      )}
    </Group>
  );
}
