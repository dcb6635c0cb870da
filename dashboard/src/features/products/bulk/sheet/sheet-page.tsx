import { Alert, Button, Checkbox, Group, Loader, Modal, Popover, ScrollArea, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconColumns3, IconDeviceFloppy } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { staleAfterBatch } from '@/modules/batches/batches.api';
import { useFieldName } from '@/modules/batches/change-line';
import { runUndo } from '@/modules/batches/undo-toast';
import { categoriesQuery } from '@/modules/category-tree/categories';
import { useDirtyGuard } from '@/shared/forms/use-dirty-guard';
import { currencyOf } from '@/shared/i18n/currency';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan, useStoreCurrency } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { EmptyState } from '@/shared/ui/empty-state';
import { PageHeader } from '@/shared/ui/page';
import { toast } from '@/shared/ui/toast';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import type { ListSearch } from '@/shared/table/list-search';
import { productParams } from '../../products.model';
import { soldOutQuestion } from '../../sold-out';
import { allColumns, firstColumns, showCell, wireColumns, type Column, type Read, type Value } from './columns';
import { useSheetText } from './i18n';
import { keepColumns, readColumns, readSheet, writeSheet, type SheetQuery } from './sheet.api';
import { SheetDraft } from './sheet-draft';
import { SheetFilters } from './sheet-filters';
import { SheetGrid, type GridHandle } from './sheet-grid';
import { soldOutToPublish } from './sheet-sold-out';
import { SheetStore } from './sheet-store';
import classes from './sheet.module.css';
import { LinkButton } from '@/shared/ui/link-button';

/** Lines that are loaded by themselves; more only on demand. */
const mostLines = 5000;
/** Products in one call of saving. */
const chunk = 50;

/** Products and variants as a spreadsheet, of the chosen rows, of the list's filter, or of all. */
export function SheetPage() {
  const t = useSheetText();
  const phone = usePhoneScreen();
  return phone ? (
    <>
      <PageHeader title={t('title')} back={{ to: '/products/list' }} />
      <EmptyState illustration="box" title={t('phone')} text={t('phoneText')}>
        <LinkButton to="/products/list">{t('back')}</LinkButton>
      </EmptyState>
    </>
  ) : (
    <Sheet />
  );
}

function sheetParams(search: ListSearch & { ids?: string }): SheetQuery {
  // All columns come at once: choosing another one asks nothing of the server.
  const all = wireColumns(allColumns);
  if (search.ids) return { ids: search.ids, columns: all };
  const { page: _page, per_page: _perPage, cursor: _cursor, sort: _sort, ...filter } = productParams(search);
  return { ...filter, columns: all };
}

function Sheet() {
  const t = useSheetText();
  const { language } = useLanguage();
  const client = useQueryClient();
  const search = useSearch({ from: '/products/bulk' });
  const currency = useStoreCurrency();
  const mayRead = useCan('read', 'Category');
  const mayUpdate = useCan('update', 'Product');
  const categories = useQuery({ ...categoriesQuery, enabled: mayRead }).data;
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const params = useMemo(() => sheetParams(search), [search]);
  const wanted = JSON.stringify(params);
  // Another search is another table; one with unsaved edits is not left that way (`SheetFilters`).
  const [kept, setKept] = useState(() => ({ wanted, store: new SheetStore() }));
  const { store } = kept;
  useSyncExternalStore(store.subscribe, store.status);
  const [loading, setLoading] = useState(true);
  const [cursor, setCursor] = useState<string | null>(null);
  if (kept.wanted !== wanted) {
    setKept({ wanted, store: new SheetStore() });
    setLoading(true);
    setCursor(null);
  }
  const [saving, setSaving] = useState(false);
  const [reviewing, setReviewing] = useState(false);
  const grid = useRef<GridHandle>(null);
  const fieldName = useFieldName();
  useDirtyGuard(store.isDirty);

  const named = useMemo(
    () => (categories ?? []).map((category) => ({ id: category.id, name: textOf(category.name, language) })),
    [categories, language],
  );
  useEffect(
    () => store.setReading({ digits: currencyOf(currency).digits, categories: named }),
    [store, currency, named],
  );

  const columns = useMemo(() => {
    const keys = chosen ?? firstColumns;
    return allColumns.filter(({ key, kind }) => keys.includes(key) && (kind !== 'categories' || mayRead));
  }, [chosen, mayRead]);
  useEffect(() => store.setColumns(columns), [store, columns]);
  useEffect(() => {
    void readColumns()
      .then((keys) => keys && keys.length > 0 && setChosen(keys))
      .catch(() => null);
  }, []);

  const load = useCallback(
    async (from: string | null, upTo: number, signal?: AbortSignal) => {
      let next: string | null = from;
      try {
        do {
          const page = await readSheet({ ...params, ...(next && { cursor: next }) }, signal);
          if (signal?.aborted) return;
          store.add(page.rows);
          next = page.next_cursor;
        } while (next && store.lines.length < upTo);
        setCursor(next);
      } catch {
        // Already told by the client.
      } finally {
        if (!signal?.aborted) setLoading(false);
      }
    },
    [params, store],
  );
  useEffect(() => {
    const stop = new AbortController();
    // Begun after the first paint, which says that it loads.
    const begin = setTimeout(() => void load(null, mostLines, stop.signal));
    return () => {
      clearTimeout(begin);
      stop.abort();
    };
  }, [load]);

  const comma = language === 'ar' ? '، ' : ', ';
  const show = useCallback(
    (column: Column, value: Value) => showCell(column, value, { yes: t('yes'), no: t('no'), categories: named, comma }),
    [t, named, comma],
  );
  const say = useCallback((read: Read) => ('fault' in read ? t(`fault.${read.fault}`) : ''), [t]);
  const columnName = (column: Column) => fieldName(column.key);

  /** The rows as they are now: after a batch was taken back. */
  const reread = async (ids: readonly string[]) => {
    for (let from = 0; from < ids.length; from += 100) {
      const page = await readSheet({ ids: ids.slice(from, from + 100).join(','), columns: wireColumns(allColumns) });
      for (const row of page.rows) store.refresh(row);
    }
  };

  const save = async () => {
    if (saving || !mayUpdate) return;
    const rows = store.pending();
    const unread = () =>
      store.unreadCount > 0 && toast.warning({ title: t('unread', { count: store.unreadCount }), id: 'unread' });
    if (rows.length === 0) {
      unread();
      return;
    }
    const question = soldOutQuestion(soldOutToPublish(store));
    if (question && !(await confirm({ ...question, confirm: t('savePublish') }))) return;
    setSaving(true);
    const saved: string[] = [];
    let refused = 0;
    try {
      for (let from = 0; from < rows.length; from += chunk) {
        const { results, batch_id } = await writeSheet(store.batchId, rows.slice(from, from + chunk));
        store.joinBatch(batch_id ?? store.batchId);
        store.settle(results);
        saved.push(...results.filter((result) => result.is_ok).map(({ id }) => id));
        refused += results.filter((result) => !result.is_ok && result.code !== 'stale_version').length;
      }
    } catch {
      // Already told by the client; what was not sent stays an edit.
    } finally {
      setSaving(false);
      for (const queryKey of staleAfterBatch) void client.invalidateQueries({ queryKey });
    }
    const batch = store.batchId;
    if (saved.length > 0) {
      toast.success({
        title: t('saved', { count: saved.length }),
        action: batch
          ? {
              label: t('undoSave'),
              run: () => {
                store.joinBatch(null);
                void runUndo(client, batch, () => void reread(saved));
              },
            }
          : undefined,
      });
    }
    unread();
    if (refused > 0) toast.danger(t('notSaved', { count: refused }));
    if (store.conflicts.size > 0) setReviewing(true);
    grid.current?.focus();
  };

  const choose = (keys: readonly string[]) => {
    setChosen(keys);
    void keepColumns(keys).catch(() => null);
  };

  const products = store.productCount;
  const edited = store.editedProducts;
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        back={{ to: '/products/list' }}
        actions={
          mayUpdate && (
            <Button
              leftSection={<IconDeviceFloppy size={16} aria-hidden />}
              loading={saving}
              disabled={edited === 0}
              onClick={() => void save()}
            >
              {t('save')}
            </Button>
          )
        }
      />
      {!search.ids && <SheetFilters disabled={edited > 0} />}
      <div className={classes.bar}>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={!store.canUndo}
          onClick={() => store.undo()}
        >
          {t('undo')}
        </Button>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconArrowForwardUp size={16} aria-hidden />}
          disabled={!store.canRedo}
          onClick={() => store.redo()}
        >
          {t('redo')}
        </Button>
        <Columns keys={chosen ?? firstColumns} name={columnName} onChoose={choose} withCategories={mayRead} />
        <Text size="sm" c="dimmed" ms="auto" role="status">
          {loading ? t('loading', { number: formatNumber(products) }) : t('loaded', { count: products })}
          {' · '}
          {t('edited', { count: edited })}
        </Text>
      </div>
      <SheetDraft store={store} isLoading={loading} say={say} />
      {store.conflicts.size > 0 && (
        <Alert color="yellow">
          <Group justify="space-between">
            {t('conflict', { count: store.conflicts.size })}
            <Button size="xs" variant="default" onClick={() => setReviewing(true)}>
              {t('conflict.see')}
            </Button>
          </Group>
        </Alert>
      )}
      {store.lines.length > 0 ? (
        <SheetGrid ref={grid} store={store} columnName={columnName} show={show} say={say} onSave={() => void save()} />
      ) : loading ? (
        <Loader role="status" aria-label={t('loading', { number: '' })} />
      ) : (
        <EmptyState illustration="box" title={t('empty')} text={t('emptyText')} />
      )}
      <Group justify="space-between">
        <FaultLine store={store} />
        {cursor && !loading && (
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              setLoading(true);
              void load(cursor, store.lines.length + 1000);
            }}
          >
            {t('more')}
          </Button>
        )}
      </Group>
      {reviewing && store.conflicts.size > 0 && (
        <Conflicts store={store} name={columnName} show={show} onClose={() => setReviewing(false)} />
      )}
    </div>
  );
}

/** What is wrong with the cell one stands on, else with how many cells, else the keys. */
function FaultLine({ store }: { store: SheetStore }) {
  const t = useSheetText();
  useSyncExternalStore(store.subscribe, store.version);
  const line = store.lines[store.active.row];
  const column = store.columns[store.active.col];
  const fault = line && column ? store.fault(line, column.key) : undefined;
  return (
    <div className={classes.status} role="status" data-bad={fault ? '' : undefined}>
      {fault ?? (store.faultCount > 0 ? t('faults', { count: store.faultCount }) : t('hint'))}
    </div>
  );
}

function Columns({
  keys,
  name,
  onChoose,
  withCategories,
}: {
  keys: readonly string[];
  name: (column: Column) => string;
  onChoose: (keys: string[]) => void;
  withCategories: boolean;
}) {
  const t = useSheetText();
  return (
    <Popover position="bottom-start" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ScrollArea.Autosize mah={340}>
          <Checkbox.Group
            aria-label={t('columns')}
            value={[...keys]}
            onChange={(value) => value.length > 0 && onChoose(value)}
          >
            <Stack gap={10}>
              {allColumns
                .filter(({ kind }) => kind !== 'categories' || withCategories)
                .map((column) => (
                  <Checkbox key={column.key} value={column.key} label={name(column)} />
                ))}
            </Stack>
          </Checkbox.Group>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}

function Conflicts({
  store,
  name,
  show,
  onClose,
}: {
  store: SheetStore;
  name: (column: Column) => string;
  show: (column: Column, value: Value) => string;
  onClose: () => void;
}) {
  const t = useSheetText();
  const { language } = useLanguage();
  const all = [...store.conflicts.entries()];
  const settle = (ids: readonly string[], which: 'mine' | 'theirs') => {
    for (const id of ids) store.resolve(id, which);
    if (store.conflicts.size === 0) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('conflict.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {all.map(([id, now]) => (
        <div key={id} className={classes.conflict}>
          <Text fw={500}>
            <bdi>{textOf(now.title, language)}</bdi>
          </Text>
          {store.differences(id).map(({ line, column, mine, theirs }) => (
            <Text key={`${line.key} ${column.key}`} size="sm">
              {t('conflict.line', {
                field: [line.variant?.option_values.join(' / '), name(column)].filter(Boolean).join(' · '),
                mine: `\u2068${show(column, mine) || '—'}\u2069`,
                theirs: `\u2068${show(column, theirs) || '—'}\u2069`,
              })}
            </Text>
          ))}
          <Group gap={8} mt={8}>
            <Button size="xs" variant="default" onClick={() => settle([id], 'mine')}>
              {t('conflict.mine')}
            </Button>
            <Button size="xs" variant="default" onClick={() => settle([id], 'theirs')}>
              {t('conflict.theirs')}
            </Button>
          </Group>
        </div>
      ))}
      {all.length > 1 && (
        <Group justify="flex-end" mt={14}>
          <Button variant="default" onClick={() => settle([...store.conflicts.keys()], 'mine')}>
            {t('conflict.allMine')}
          </Button>
          <Button variant="default" onClick={() => settle([...store.conflicts.keys()], 'theirs')}>
            {t('conflict.allTheirs')}
          </Button>
        </Group>
      )}
    </Modal>
  );
}
