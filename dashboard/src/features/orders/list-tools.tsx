import { ActionIcon, Button, Loader, Text } from '@mantine/core';
import { IconBookmark, IconColumns } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { OrderRow } from '@/modules/order-brief/order-row';
import { fetchPart } from '@/shared/api/parts';
import type { Schema } from '@/shared/api/wire-schema';
import { useShared } from '@/shared/i18n/use-shared';
import type { Column } from '@/shared/table/data-table';
import type { ListSearch } from '@/shared/table/list-search';
import type { ListState } from '@/shared/table/use-list';
import { LazyDrawer } from '@/shared/ui/lazy-overlay';
import { lazyPart } from '@/shared/ui/lazy-part';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { useOrderText } from './i18n';
import { keepMemory, memoryQuery } from './list-memory';
import { contentOf, isShown, searchOf } from './list-views';

const ViewsPanel = lazyPart(() => import('./list/views-panel').then((module) => ({ default: module.ViewsPanel })));
const ColumnsPanel = lazyPart(() =>
  import('./list/columns-panel').then((module) => ({ default: module.ColumnsPanel })),
);

type View = Schema<'OrderViewRow'>;

/** Saved views and the choice of columns, beside the filters; both are loaded when opened. */
export function ListTools({
  list,
  columns,
  shown,
}: {
  list: ListState;
  columns: readonly Column<OrderRow>[];
  shown: readonly string[];
}) {
  const t = useOrderText();
  const s = useShared();
  const phone = usePhoneScreen();
  const client = useQueryClient();
  const [open, setOpen] = useState<'views' | 'columns' | null>(null);
  const memory = useQuery(memoryQuery).data;
  const saveColumns = (keys: string[] | null) => {
    const next = { columns: keys, defaultView: memory?.defaultView ?? null };
    client.setQueryData(memoryQuery.queryKey, next);
    void keepMemory(next);
  };
  const show = (view: View) => {
    list.set(searchOf(view.content.query ?? {}, list.spec));
    if (view.content.columns && view.content.columns.length > 0) saveColumns(view.content.columns);
  };
  useDefaultView(list, memory?.defaultView ?? null, (view) =>
    list.set(searchOf(view.content.query ?? {}, list.spec), { replace: true }),
  );
  return (
    <>
      {phone ? (
        <ActionIcon variant="default" size={36} aria-label={t('views.button')} onClick={() => setOpen('views')}>
          <IconBookmark size={18} />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />} onClick={() => setOpen('views')}>
          {t('views.button')}
        </Button>
      )}
      {!phone && (
        <Button
          variant="default"
          leftSection={<IconColumns size={16} aria-hidden />}
          onClick={() => setOpen('columns')}
        >
          {t('columns.button')}
        </Button>
      )}
      <LazyDrawer
        opened={open !== null}
        onClose={() => setOpen(null)}
        // Logical in Mantine here: the end side, left in Arabic.
        position={phone ? 'bottom' : 'right'}
        size={phone ? 'auto' : 380}
        title={
          <Text fw={600} fz={17}>
            {t(open === 'columns' ? 'columns.button' : 'views.button')}
          </Text>
        }
        closeButtonProps={{ 'aria-label': s('close') }}
      >
        <Suspense fallback={<Loader size="sm" />}>
          {open === 'views' && (
            <ViewsPanel
              current={{ query: contentOf(list.search, list.spec), columns: memory?.columns ?? [] }}
              isCurrent={(view) => isShown(view.content.query ?? {}, list.search, list.spec)}
              onOpen={(view) => {
                setOpen(null);
                show(view);
              }}
            />
          )}
          {open === 'columns' && (
            <ColumnsPanel
              all={columns.map(({ key, header }) => ({ key, header, isFixed: key === 'number' }))}
              shown={shown}
              onChange={saveColumns}
              onReset={() => saveColumns(null)}
            />
          )}
        </Suspense>
      </LazyDrawer>
    </>
  );
}

/** Applies the default view once, where the URL has no filters. */
function useDefaultView(list: ListState, id: string | null, onOpen: (view: View) => void) {
  const client = useQueryClient();
  const bare = useRef(Object.values(list.search as ListSearch).every((value) => value === undefined));
  useEffect(() => {
    if (!id || !bare.current) return undefined;
    let isOver = false;
    // The views are fetched only by users with a default view.
    void fetchPart(() => import('./list/list.api'))
      .then(({ viewsQuery }) => client.fetchQuery(viewsQuery))
      .then((all) => {
        const view = all.find((candidate) => candidate.id === id);
        if (view && !isOver) onOpen(view);
      })
      .catch(() => {});
    bare.current = false;
    return () => {
      isOver = true;
    };
    // Runs only when the id of the default view is known.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id]);
}
