import { productsList, stateTones } from '../products.model';
import { lastSearch } from '@/shared/table/use-list';
import { Alert } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { currentOf } from '@/shared/api/conflict';
import { Form } from '@/shared/forms/form';
import { FormDraft } from '@/shared/forms/form-draft';
import { FormLanguageProvider } from '@/shared/forms/form-language';
import { useApiForm, type ApiForm } from '@/shared/forms/use-api-form';
import { getTimeZone } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { lazyDialog, lazyPart } from '@/shared/ui/lazy-part';
import { PageHeader, TwoColumns } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { toast } from '@/shared/ui/toast';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { useProductText } from '../i18n';
import { products, restoreProduct, staleAfterChange, type ProductIn, type ProductView } from '../products.api';
import { CardSkeleton } from './card-skeleton';
import { checkProduct } from './check-product';
import classes from './form.module.css';
import { ProductAccess } from './product-access';
import { ProductMain } from './product-main';
import { ProductSaveBar } from './product-save-bar';
import { ProductSide } from './product-side';
import { useHeaderActions } from './use-header-actions';
import { blankProduct, bodyOf, valuesOf, type ProductValues } from './values';

const ReadinessCard = lazyPart(() => import('./readiness-card').then((module) => ({ default: module.ReadinessCard })));
const StaleProduct = lazyDialog(() => import('./stale-product').then((module) => ({ default: module.StaleProduct })));

export type ProductFormState = ApiForm<ProductValues>;

/** PR-01..08: the form of a product, new or existing. */
export function ProductForm({
  product,
}: {
  /** Null for a new product. */
  product: ProductView | null;
}) {
  const t = useProductText();
  const s = useShared();
  const { language } = useLanguage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayUpdate = useCan('update', 'Product');
  const maySave = product ? mayUpdate : true;
  const zone = getTimeZone();
  const phone = usePhoneScreen();
  // The version that the form is based on; a background refetch does not replace it.
  const [base, setBase] = useState(product);
  // Changed to remount the editors: for a duplicate, or the next product after "save and add another".
  const [round, setRound] = useState(0);
  const another = useRef(false);
  const created = useRef<ProductView | null>(null);
  const form = useApiForm<ProductValues>({
    initialValues: product ? valuesOf(product, zone) : blankProduct(),
    validate: checkProduct,
    stripPrefix: 'seo.',
  });

  const refresh = () => Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
  const store = async (body: ProductIn) => {
    const saved = await (base ? products.update(base.id, body, { form: true }) : products.create(body, { form: true }));
    client.setQueryData(products.findQuery(saved.id).queryKey, saved);
    created.current = saved;
    return saved;
  };
  const save = async (values: ProductValues) => {
    try {
      const saved = await store(bodyOf(values, base, zone));
      if (base) {
        setBase(saved);
        form.setValues(valuesOf(saved, zone));
      }
    } catch (error) {
      another.current = false;
      throw error;
    }
  };
  const saved = () => {
    void refresh();
    if (base) {
      toast.success(s('saved'));
      return;
    }
    toast.success(t('created'));
    if (another.current) {
      another.current = false;
      form.setInitialValues(blankProduct());
      form.reset();
      setRound(round + 1);
      window.scrollTo({ top: 0 });
    } else if (created.current) {
      void navigate({ to: '/products/edit/$id', params: { id: created.current.id }, replace: true });
    }
  };

  /** After an action besides saving: the form is rebased on its answer; unsaved edits stay. */
  const follow = (now: ProductView) => {
    client.setQueryData(products.findQuery(now.id).queryKey, now);
    setBase(now);
    void refresh();
  };
  const restore = async () => {
    if (!base) return;
    try {
      follow(await restoreProduct(base.id));
      toast.success(t('restored'));
    } catch {
      // The client has shown the error.
    }
  };
  const readiness = base && (
    <Suspense fallback={<CardSkeleton height={110} />}>
      <ReadinessCard form={form} product={base} onRestore={() => void restore()} />
    </Suspense>
  );
  const more = useHeaderActions(base, form, follow, restore);
  const name = textOf(form.values.name, language) || (base ? textOf(base.name, language) : '');
  return (
    <>
      <PageHeader
        title={base ? <bdi className={classes.title}>{name}</bdi> : t('addTitle')}
        badge={base && <StatusBadge tone={stateTones[base.state]}>{t(`state.${base.state}`)}</StatusBadge>}
        back={{ to: '/products/list', search: lastSearch(productsList) }}
        more={more}
      />
      {base?.archived_at && (
        <Alert color="gray" mb={16} icon={<IconArchive size={18} aria-hidden />} title={t('archivedTitle')}>
          {t('archivedText')}
        </Alert>
      )}
      <Form form={form} onSave={save} onSaved={saved} label={t(base ? 'editTitle' : 'addTitle')}>
        <FormDraft
          form={form}
          of={`product:${base?.id ?? 'new'}`}
          onRestored={() => setRound((before) => before + 1)}
        />
        <FormLanguageProvider>
          <ProductAccess maySave={maySave}>
            <TwoColumns
              // On a phone the side column comes last, and the readiness comes first.
              main={<ProductMain form={form} base={base} round={round} first={phone && readiness} />}
              side={<ProductSide form={form} base={base} first={!phone && readiness} />}
            />
          </ProductAccess>
        </FormLanguageProvider>
        {maySave && (
          <ProductSaveBar
            form={form}
            isNew={!base}
            onDiscard={() => form.discard(() => setRound((before) => before + 1))}
            onAnother={(is) => {
              another.current = is;
            }}
          />
        )}
      </Form>
      {form.stale && base && (
        <Suspense fallback={null}>
          <StaleProduct
            base={base}
            mine={form.getValues()}
            current={currentOf<'put', '/products/{id}'>(form.stale)}
            onClose={form.clearStale}
            onResolve={(values, theirs) => {
              setBase(theirs);
              form.saveOver(values, valuesOf(theirs, zone));
              setRound(round + 1);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
