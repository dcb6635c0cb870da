import { Alert, Select, Stack, Switch, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { categoriesQuery, flatten, treeOf, withDescendants, type Category } from '@/modules/category-tree/categories';
import { TemplateSelect } from '@/modules/page-template/template-select';
import { currentOf } from '@/shared/api/conflict';
import { Form } from '@/shared/forms/form';
import { FormDraft } from '@/shared/forms/form-draft';
import { LtrField } from '@/shared/forms/ltr-field';
import { TranslatedField } from '@/shared/forms/translated-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { getSession, storeLanguages } from '@/shared/session/session';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { DetailPage } from '@/shared/ui/page';
import { RoutedDrawer } from '@/shared/ui/routed-drawer';
import { toast } from '@/shared/ui/toast';
import { ImageUploader } from '@/shared/upload/image-uploader';
import { useLateAutofocus } from '@/shared/ui/use-late-autofocus';
import { categories, productOrders, staleAfterChange, type CategoryIn } from './categories.api';
import { maxLevels } from './categories.model';
import { bodyOf, namesake, valuesOf, type CategoryValues } from './category-values';
import { useCategoryText } from './i18n';

const StaleCategory = lazyDialog(() =>
  import('./stale-category').then((module) => ({ default: module.StaleCategory })),
);

/** Creates or edits a category in a drawer beside the tree. */
export function CategoryDrawer() {
  const t = useCategoryText();
  const { id } = useParams({ from: '/products-categories/list/$id' });
  const { parent } = useSearch({ from: '/products-categories/list/$id' });
  const query = useQuery({ ...categories.findQuery(id), enabled: id !== 'new' });
  return (
    <RoutedDrawer
      title={t(id === 'new' ? 'addTitle' : 'editTitle')}
      closeTo={{ to: '/products-categories/list', search: {} }}
    >
      {(close) =>
        id === 'new' ? (
          <CategoryForm category={null} parent={parent ?? null} onDone={close} />
        ) : (
          <DetailPage query={query}>
            {(category) => (
              <CategoryForm key={category.id} category={category} parent={category.parent_id} onDone={close} />
            )}
          </DetailPage>
        )
      }
    </RoutedDrawer>
  );
}

export function CategoryForm({
  category,
  parent,
  onDone,
}: {
  category: Category | null;
  parent: string | null;
  onDone: () => void;
}) {
  const t = useCategoryText();
  const s = useShared();
  useLateAutofocus();
  const { language } = useLanguage();
  const client = useQueryClient();
  const all = useQuery(categoriesQuery).data ?? [];
  // The version that the form is based on; a background refetch must not replace it.
  const [base, setBase] = useState(category);
  const form = useApiForm<CategoryValues>({
    initialValues: valuesOf(category, parent),
    validate: (values) => {
      const languages = storeLanguages(getSession());
      return languages.some((each) => values.name[each].trim())
        ? {}
        : { [`name.${languages[0] ?? 'ar'}`]: s('rule.required') };
    },
  });
  const store = async (body: CategoryIn) => {
    const saved = await (base
      ? categories.update(base.id, body, { form: true })
      : categories.create(body, { form: true }));
    client.setQueryData(categories.findQuery(saved.id).queryKey, saved);
  };
  const finish = () => {
    toast.success(t(category ? 'saved' : 'created'));
    void Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
    onDone();
  };
  const { name, parent_id } = form.values;
  const sameName = namesake(all, { id: category?.id ?? null, name, parent: parent_id });
  // It cannot be moved below itself, nor where the tree would become too deep.
  const own = category ? withDescendants(all, category.id) : new Set<string>();
  const height = heightOf(all, category);
  const places = flatten(treeOf(all))
    .filter((branch) => !own.has(branch.category.id) && branch.depth + 1 + height <= maxLevels)
    .map((branch) => ({
      value: branch.category.id,
      label: `${'\u2003'.repeat(branch.depth)}${textOf(branch.category.name, language)}`,
    }));
  return (
    <>
      <Form form={form} onSave={(values) => store(bodyOf(values, base))} onSaved={finish}>
        <FormDraft form={form} of={`category:${base?.id ?? 'new'}`} />
        <Stack gap={18}>
          <TranslatedField form={form} name="name" label={t('name')} required maxLength={120} autoFocus />
          <div>
            <Select
              label={t('parent')}
              placeholder={t('noParent')}
              clearable
              searchable={places.length > 10}
              nothingFoundMessage={s('list.noResults')}
              data={places}
              {...form.getInputProps('parent_id')}
            />
            <div role="status">
              {sameName && (
                <Alert color="yellow" mt={10} icon={<IconAlertTriangle size={18} aria-hidden />}>
                  <Text size="sm" fw={600}>
                    {t('twin')}
                  </Text>
                  <Text size="sm">{t('twinText', { name: textOf(sameName.name, language) })}</Text>
                </Alert>
              )}
            </div>
          </div>
          <TranslatedField form={form} name="description" label={t('description')} kind="multiline" maxLength={2000} />
          <div data-translated="image_id">
            <ImageUploader
              label={t('image')}
              max={1}
              showCover={false}
              hint={t('imageHint')}
              value={form.values.images}
              onChange={(images) => form.setFieldValue('images', images)}
              error={form.errors.image_id}
              data-path="image_id"
            />
          </div>
          <LtrField label={t('slug')} description={t('slugText')} maxLength={200} {...form.getInputProps('slug')} />
          <Select
            label={t('order')}
            allowDeselect={false}
            data={productOrders.map((value) => ({ value, label: t(`order.${value}`) }))}
            {...form.getInputProps('product_order')}
          />
          <TemplateSelect of="collection" {...form.getInputProps('template')} />
          <Text component="h3" fw={600} size="sm" mb={-8}>
            {t('seo')}
          </Text>
          <TranslatedField form={form} name="meta_title" label={t('seoTitle')} maxLength={200} />
          <TranslatedField
            form={form}
            name="meta_description"
            label={t('seoDescription')}
            description={t('seoAdvice')}
            kind="multiline"
            maxLength={500}
          />
          <TranslatedField form={form} name="keywords" label={t('seoKeywords')} maxLength={500} />
          <Switch
            label={t('active')}
            description={t('activeText')}
            {...form.getInputProps('is_active', { type: 'checkbox' })}
          />
          <DialogFoot submit={category ? undefined : t('add')} isBusy={form.busy} onCancel={onDone} />
        </Stack>
      </Form>
      {form.stale && base && (
        <Suspense fallback={null}>
          <StaleCategory
            base={base}
            mine={form.getValues()}
            current={currentOf<'put', '/categories/{id}'>(form.stale)}
            categories={all}
            onClose={form.clearStale}
            onResolve={(values, theirs) => {
              setBase(theirs);
              form.saveOver(values, valuesOf(theirs, theirs.parent_id));
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** The height of a category's branch, itself included. */
function heightOf(all: readonly Category[], category: Category | null): number {
  if (!category) return 1;
  const found = flatten(treeOf(all)).find((branch) => branch.category.id === category.id);
  if (!found) return 1;
  return Math.max(...flatten([found]).map((branch) => branch.depth)) - found.depth + 1;
}
