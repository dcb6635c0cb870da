import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '@/modules/category-tree/categories';
import { useLanguage } from '@/shared/i18n/language';
import { textOf, type Texts } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useSettingsText } from './i18n';
import type { LinkKind } from './link-value';
import { useNamed } from './product-settings';
import classes from './settings.module.css';
import { pagesQuery } from './store-settings';

/** What a link leads to, by its name; one that shoppers do not see is told. */
export function LinkTarget({ kind, id }: { kind: LinkKind; id: string }) {
  const t = useSettingsText();
  const s = useShared();
  const { language } = useLanguage();
  const product = useNamed(kind === 'product' ? [id] : []);
  const categories = useQuery({ ...categoriesQuery, enabled: kind === 'category' });
  const pages = useQuery({ ...pagesQuery, enabled: kind === 'page' });
  const found: { name: Texts; isShown: boolean } | null | undefined =
    kind === 'product'
      ? { name: product.chosen[0]?.name ?? {}, isShown: true }
      : kind === 'category'
        ? categories.data &&
          rowOf(
            categories.data.find((row) => row.id === id),
            (row) => [row.name, row.is_active],
          )
        : pages.data &&
          rowOf(
            pages.data.find((row) => row.id === id),
            (row) => [row.title, row.status === 'published'],
          );
  const failed = categories.error ?? pages.error;
  const name = textOf(found?.name, language);
  const isGone = found === null || (kind === 'product' && !name);
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

const rowOf = <Row,>(row: Row | undefined, read: (row: Row) => [Texts, boolean]) => {
  if (!row) return null;
  const [name, isShown] = read(row);
  return { name, isShown };
};
