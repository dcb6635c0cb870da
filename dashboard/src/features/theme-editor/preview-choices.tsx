import { SegmentedControl, Text } from '@mantine/core';
import { ProductSearch } from '@/modules/products/product-search';
import { languageNames, type Language } from '@/shared/i18n/language';
import { plainPage } from './editor-pages';
import { useThemeText } from './i18n';
import { CategorySelect, PageSelect } from './settings/store-settings';
import classes from './theme-editor.module.css';
import type { PreviewPath } from './use-preview-path';
import type { ThemeEditor } from './use-theme-editor';

/** What the page is shown with: a product, a page of text, a full or an empty cart; and in which of the store's languages. */
export function PreviewChoices({ editor, path }: { editor: ThemeEditor; path: PreviewPath }) {
  const t = useThemeText();
  const page = plainPage(editor.page);
  const example = page === 'product' ? path.product.item : null;
  const hasExample =
    example !== null ||
    path.category.item !== null ||
    page === 'cart' ||
    (page === 'page' && path.textPage.item !== null);
  if (!hasExample && path.languages.length < 2) return null;
  return (
    <div className={classes.choices}>
      {example && (
        <div className={classes.example}>
          <Text size="sm" c="dimmed" truncate className={classes.exampleName}>
            {t('example')}: <bdi>{editor.nameOf(example)}</bdi>
          </Text>
          <div className={classes.exampleSearch}>
            <ProductSearch label={t('otherProduct')} state="published" onPick={path.product.choose} />
          </div>
        </div>
      )}
      {page === 'page' && path.textPage.item && (
        <PageSelect
          className={classes.exampleSearch}
          aria-label={t('otherPage')}
          size="xs"
          required
          isPublished
          value={path.textPage.item.id}
          onPick={(picked) => picked && path.textPage.choose(picked)}
        />
      )}
      {path.category.item && (
        <CategorySelect
          className={classes.exampleSearch}
          aria-label={t('otherCategory')}
          size="xs"
          required
          value={path.category.item.id}
          onPick={(picked) => picked && path.category.choose(picked)}
        />
      )}
      {page === 'cart' && (
        <SegmentedControl
          size="xs"
          aria-label={t('cartExample')}
          value={path.isFilled ? 'filled' : 'empty'}
          onChange={(value) => path.setFilled(value === 'filled')}
          data={[
            { value: 'filled', label: t('cartFilled') },
            { value: 'empty', label: t('cartEmpty') },
          ]}
        />
      )}
      {path.languages.length > 1 && (
        <SegmentedControl
          className={classes.languages}
          size="xs"
          aria-label={t('previewLanguage')}
          value={path.language}
          onChange={(value) => path.setLanguage(value as Language)}
          data={path.languages.map((value) => ({ value, label: languageNames[value] }))}
        />
      )}
    </div>
  );
}
