import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '@/modules/category-tree/categories';
import { apiQuery } from '@/shared/api/query';
import { useLanguage } from '@/shared/i18n/language';
import { textOf, type Texts } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useSettingsText } from './i18n';
import type { LinkKind } from './link-value';
import classes from './settings.module.css';
import { pagesQuery } from './store-settings';

/** What a link leads to, by its name; one that shoppers do not see is told. */
export function LinkTarget({ kind, id }: { kind: LinkKind; id: string }) {
  const t = useSettingsText();
  const s = useShared();
  const { language } = useLanguage();
  const products = useQuery({
    ...apiQuery('/products/sheet', { query: { ids: id, columns: 'is_published', limit: 1 }, quiet: true }),
    enabled: kind === 'product',
  });
  const categories = useQuery({ ...categoriesQuery, enabled: kind === 'category' });
  const pages = useQuery({ ...pagesQuery, enabled: kind === 'page' });
  const found = {
    product: () => targetOf(products.data?.rows, id, (row) => [row.title, row.cells.is_published !== false]),
    category: () => targetOf(categories.data, id, (row) => [row.name, row.is_active]),
    page: () => targetOf(pages.data, id, (row) => [row.title, row.status === 'published']),
  }[kind]();
  const failed = products.error ?? categories.error ?? pages.error;
  const name = textOf(found?.name, language);
  const isGone = found === null;
  return (
    <span className={classes.linkTarget} data-gone={isGone || undefined}>
      <span className={classes.kind}>{t(`link.${kind}`)}</span>
      {isGone ? t(`${kind}.deleted`) : <bdi>{name || (failed ? t(`link.${kind}`) : s('loading'))}</bdi>}
      {(isGone || found?.isShown === false) && (
        <span className={classes.linkNote}>{t(isGone ? 'link.gone' : 'link.notShown')}</span>
      )}
    </span>
  );
}

/** A row by its id: undefined before the rows are there, null where it is not among them. */
function targetOf<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  id: string,
  read: (row: Row) => [Texts, boolean],
) {
  const row = rows?.find((each) => each.id === id);
  if (!row) return rows && null;
  const [name, isShown] = read(row);
  return { name, isShown };
}
