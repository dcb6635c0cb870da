import type { Category } from '@/modules/category-tree/categories';
import { usePageTemplateText } from '@/modules/page-template/i18n';
import { useTemplateName } from '@/modules/page-template/template-select';
import { StaleDialog } from '@/shared/forms/stale-dialog';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { valuesOf, type CategoryValues } from './category-values';
import { useCategoryText } from './i18n';

/** Conflict dialog: the category was saved by somebody else meanwhile. */
export function StaleCategory({
  base,
  mine,
  current,
  categories,
  onResolve,
  onClose,
}: {
  base: Category;
  mine: CategoryValues;
  current: Category | undefined;
  categories: readonly Category[];
  onResolve: (values: CategoryValues, theirs: Category) => void;
  onClose: () => void;
}) {
  const t = useCategoryText();
  const s = useShared();
  const words = usePageTemplateText();
  const templateName = useTemplateName('collection');
  const { language } = useLanguage();
  if (!current) return null;
  const nameOf = (id: unknown) => {
    const found = categories.find((category) => category.id === id);
    return found ? textOf(found.name, language) : t('noParent');
  };
  return (
    <StaleDialog<CategoryValues>
      fields={[
        { key: 'name', label: t('name') },
        { key: 'parent_id', label: t('parent'), show: nameOf },
        { key: 'description', label: t('description') },
        { key: 'images', label: t('image'), show: (value) => s((value as unknown[]).length > 0 ? 'yes' : 'no') },
        { key: 'slug', label: t('slug') },
        {
          key: 'product_order',
          label: t('order'),
          show: (value) => t(`order.${value as CategoryValues['product_order']}`),
        },
        { key: 'template', label: words('label'), show: templateName },
        { key: 'meta_title', label: t('seoTitle') },
        { key: 'meta_description', label: t('seoDescription') },
        { key: 'keywords', label: t('seoKeywords') },
        { key: 'is_active', label: t('active'), show: (value) => s(value ? 'yes' : 'no') },
      ]}
      base={valuesOf(base, base.parent_id)}
      mine={mine}
      theirs={valuesOf(current, current.parent_id)}
      onClose={onClose}
      onResolve={(values) => onResolve(values, current)}
    />
  );
}
