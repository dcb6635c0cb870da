import { Alert, Button, Group, Loader, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFieldName } from '@/modules/batches/change-line';
import { categoriesQuery } from '@/modules/category-tree/categories';
import { SaveBar } from '@/shared/forms/save-bar';
import { useDirtyGuard } from '@/shared/forms/use-dirty-guard';
import { currencyOf } from '@/shared/i18n/currency';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan, useStoreCurrency } from '@/shared/session/session';
import { EmptyState } from '@/shared/ui/empty-state';
import { PageHeader } from '@/shared/ui/page';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { ColumnChoice } from './column-choice';
import { allColumns, firstColumns, showCell, type Column, type Read, type Value } from './columns';
import { FaultLine } from './fault-line';
import { useSheetText } from './i18n';
import { SheetConflicts } from './sheet-conflicts';
import { keepColumns, readColumns } from './sheet.api';
import { SheetDraft } from './sheet-draft';
import { SheetFilters } from './sheet-filters';
import { SheetGrid, type GridHandle } from './sheet-grid';
import classes from './sheet.module.css';
import { useSheetRows } from './use-sheet-rows';
import { useSheetSave } from './use-sheet-save';
import { LinkButton } from '@/shared/ui/link-button';

/** Products and variants as a spreadsheet: the selected rows, the list's matches, or all. */
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

function Sheet() {
  const t = useSheetText();
  const { language } = useLanguage();
  const search = useSearch({ from: '/products/bulk' });
  const currency = useStoreCurrency();
  const mayRead = useCan('read', 'Category');
  const mayUpdate = useCan('update', 'Product');
  const categories = useQuery({ ...categoriesQuery, enabled: mayRead }).data;
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const { store, loading, more } = useSheetRows(search);
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

  const comma = language === 'ar' ? '، ' : ', ';
  const show = useCallback(
    (column: Column, value: Value) => showCell(column, value, { yes: t('yes'), no: t('no'), categories: named, comma }),
    [t, named, comma],
  );
  const messageOf = useCallback((read: Read) => ('fault' in read ? t(`fault.${read.fault}`) : ''), [t]);
  const columnName = (column: Column) => fieldName(column.key);

  const { saving, save } = useSheetSave(store, () => {
    if (store.conflicts.size > 0) setReviewing(true);
    grid.current?.focus();
  });
  const onSave = () => {
    if (mayUpdate) void save();
  };

  const choose = (keys: readonly string[]) => {
    setChosen(keys);
    void keepColumns(keys).catch(() => null);
  };

  const products = store.productCount;
  const edited = store.editedProducts;
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} subtitle={t('subtitle')} back={{ to: '/products/list' }} />
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
        <ColumnChoice keys={chosen ?? firstColumns} name={columnName} onChoose={choose} withCategories={mayRead} />
        <Text size="sm" c="dimmed" ms="auto" role="status">
          {loading ? t('loading', { number: formatNumber(products) }) : t('loaded', { count: products })}
          {edited > 0 && ` · ${t('edited', { count: edited })}`}
        </Text>
      </div>
      <SheetDraft store={store} isLoading={loading} messageOf={messageOf} />
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
        <SheetGrid ref={grid} store={store} columnName={columnName} show={show} messageOf={messageOf} onSave={onSave} />
      ) : loading ? (
        <Loader role="status" aria-label={t('loading', { number: '' })} />
      ) : (
        <EmptyState illustration="box" title={t('empty')} text={t('emptyText')} />
      )}
      <Group justify="space-between">
        <FaultLine store={store} />
        {more && (
          <Button variant="default" size="xs" onClick={more}>
            {t('more')}
          </Button>
        )}
      </Group>
      {mayUpdate && (
        <SaveBar
          dirty={edited > 0 || store.unreadCount > 0}
          busy={saving}
          onDiscard={() => {
            store.discard();
            grid.current?.focus();
          }}
        >
          <Button loading={saving} onClick={onSave}>
            {t('save')}
          </Button>
        </SaveBar>
      )}
      {reviewing && store.conflicts.size > 0 && (
        <SheetConflicts store={store} name={columnName} show={show} onClose={() => setReviewing(false)} />
      )}
    </div>
  );
}
