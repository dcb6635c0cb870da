import { productsList } from '../products.model';
import { lastSearch } from '@/shared/table/use-list';
import { Alert, Button, Card } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { currentOf } from '@/shared/api/conflict';
import { compareDecimal } from '@/shared/forms/decimal';
import { Form } from '@/shared/forms/form';
import { FormDraft } from '@/shared/forms/form-draft';
import { FormLanguageProvider, FormLanguageSwitch } from '@/shared/forms/form-language';
import { maxMoney } from '@/shared/forms/money-field';
import { decimal } from '@/shared/forms/rules';
import { SaveBar } from '@/shared/forms/save-bar';
import { useApiForm, type ApiForm } from '@/shared/forms/use-api-form';
import { currencyOf } from '@/shared/i18n/currency';
import { getTimeZone } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { getSession, storeCurrency, storeLanguages, useCan } from '@/shared/session/session';
import { lazyDialog, lazyPart } from '@/shared/ui/lazy-part';
import { PageHeader, TwoColumns } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { toast } from '@/shared/ui/toast';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { useProductText } from '../i18n';
import { products, restoreProduct, staleAfterChange, type ProductIn, type ProductView } from '../products.api';
import { stateTones } from '../products.model';
import { BasicSection } from './basic-section';
import { CardSkeleton } from './card-skeleton';
import classes from './form.module.css';
import { InventorySection } from './inventory-section';
import { PricingSection } from './pricing-section';
import { StatusCard } from './status-card';
import { MemoSection } from './memo-section';
import { useHeaderActions } from './use-header-actions';
import { blankProduct, bodyOf, valuesOf, type ProductValues } from './values';
import { weightBounds } from './weight';

// What stands below the first screen is fetched after it: the fields above can be typed into meanwhile.
const ImagesSection = lazyPart(() => import('./images-section').then((module) => ({ default: module.ImagesSection })));
const OptionsSection = lazyPart(() =>
  import('./options-section').then((module) => ({ default: module.OptionsSection })),
);
const ShippingSection = lazyPart(() =>
  import('./shipping-section').then((module) => ({ default: module.ShippingSection })),
);
const FieldsSection = lazyPart(() => import('./fields-section').then((module) => ({ default: module.FieldsSection })));
const SeoSection = lazyPart(() => import('./seo-section').then((module) => ({ default: module.SeoSection })));
const OrganisationCard = lazyPart(() =>
  import('./organisation-card').then((module) => ({ default: module.OrganisationCard })),
);
const RelatedCard = lazyPart(() => import('./related-card').then((module) => ({ default: module.RelatedCard })));
const ReadinessCard = lazyPart(() => import('./readiness-card').then((module) => ({ default: module.ReadinessCard })));
const StaleProduct = lazyDialog(() => import('./stale-product').then((module) => ({ default: module.StaleProduct })));

const none: ProductView['variants'] = [];
const shownByOptions = [
  'product_type',
  'options',
  'variants',
  'images',
  'regular_price',
  'sale_price',
  'cost_price',
  'weight_amount',
  'weight_unit',
  'requires_shipping',
] as const;

/** The texts that the form's one language switch is about. */
const written = ['name', 'short_description', 'description', 'meta_title', 'meta_description', 'keywords'] as const;

export type ProductFormState = ApiForm<ProductValues>;

/** What can be known here; the server checks everything. */
export function checkProduct(values: ProductValues): Record<string, string> {
  const say = useProductText.now;
  const errors: Record<string, string> = {};
  const required = useShared.now('rule.required');
  const languages = storeLanguages(getSession());
  if (languages.every((language) => !values.name[language].trim())) errors[`name.${languages[0] ?? 'ar'}`] = required;
  const multi = values.product_type === 'multi';
  if (!multi && values.regular_price === '') errors.regular_price = required;
  // A product that goes live sold out must be meant so: its quantity is written down.
  if (!multi && !values.has_unlimited_qty && values.qty === null) errors.qty = say('stock.qtyNeeded');
  if (
    values.sale_price !== '' &&
    values.regular_price !== '' &&
    compareDecimal(values.sale_price, values.regular_price) >= 0
  )
    errors.sale_price = say('price.saleNotBelow');
  if (values.sale_from && values.sale_until && values.sale_until < values.sale_from)
    errors.sale_until = say('price.endsBefore');
  if (values.min_qty !== null && values.max_qty !== null && values.min_qty > values.max_qty)
    errors.min_qty = say('stock.minAboveMax');
  if (multi) {
    if (values.options.length === 0) errors.options = say('options.needed');
    values.options.forEach((option, index) => {
      if (option.kind === 'custom' && !option.name.trim()) errors[`options.${index}.name`] = required;
      if (option.values.length === 0) errors[`options.${index}.values`] = required;
    });
    // Their fields are on the screen only while one looks at them.
    const amount = decimal({ scale: currencyOf(storeCurrency()).digits, min: '0', max: maxMoney });
    const weight = decimal(weightBounds(values.weight_unit));
    values.variants.forEach((variant, index) => {
      for (const field of ['regular_price', 'sale_price', 'cost_price'] as const) {
        const said = amount(variant[field]);
        if (said) errors[`variants.${index}.${field}`] = said;
      }
      if (variant.is_active && !variant.has_unlimited_qty && variant.qty === null)
        errors[`variants.${index}.qty`] = say('stock.qtyNeeded');
      const heavy = weight(variant.weight_amount);
      if (heavy) errors[`variants.${index}.weight_amount`] = heavy;
      const regular = variant.regular_price || values.regular_price;
      if (regular === '') errors[`variants.${index}.regular_price`] = required;
      else if (variant.sale_price !== '' && compareDecimal(variant.sale_price, regular) >= 0)
        errors[`variants.${index}.sale_price`] = say('price.saleNotBelow');
    });
  }
  return errors;
}

/** PR-01..08: the page of a product, new or existing. */
export function ProductForm({
  product,
}: {
  /** Null: a new one. */
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
  // The version that the form stands on; a refetch in the background does not move it.
  const [base, setBase] = useState(product);
  // A copy, or the next product after "save and add another", mounts its editors anew.
  const [round, setRound] = useState(0);
  const another = useRef(false);
  const made = useRef<ProductView | null>(null);
  const form = useApiForm<ProductValues>({
    initialValues: product ? valuesOf(product, zone) : blankProduct(),
    validate: checkProduct,
    stripPrefix: 'seo.',
  });
  const dirty = form.isDirty();

  const refresh = () => Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
  const store = async (body: ProductIn) => {
    const saved = await (base ? products.update(base.id, body, { form: true }) : products.create(body, { form: true }));
    client.setQueryData(products.findQuery(saved.id).queryKey, saved);
    made.current = saved;
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
    } else if (made.current) {
      void navigate({ to: '/products/edit/$id', params: { id: made.current.id }, replace: true });
    }
  };

  /** An act beside saving: the form stands on its answer; what is being written stays. */
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
      // Already told by the client.
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
        subtitle={base ? undefined : t('addText')}
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
          <TwoColumns
            main={
              <>
                {/* On a phone the side comes last; why nothing is sold comes first. */}
                {phone && readiness}
                {storeLanguages(getSession()).length > 1 && (
                  <Card padding={12} className={classes.language}>
                    <FormLanguageSwitch form={form} names={written} label={t('language')} />
                  </Card>
                )}
                <MemoSection form={form} shows={['name', 'short_description', 'description']} extra={round}>
                  <BasicSection form={form} key={`basic-${round}`} />
                </MemoSection>
                <Suspense fallback={<CardSkeleton height={190} />}>
                  <MemoSection form={form} shows={['images']}>
                    <ImagesSection form={form} />
                  </MemoSection>
                </Suspense>
                <MemoSection
                  form={form}
                  shows={['product_type', 'regular_price', 'sale_price', 'cost_price', 'sale_from', 'sale_until']}
                >
                  <PricingSection form={form} />
                </MemoSection>
                <MemoSection
                  form={form}
                  shows={[
                    'product_type',
                    'sku',
                    'barcode',
                    'has_unlimited_qty',
                    'qty',
                    'min_qty',
                    'max_qty',
                    'low_stock_at',
                  ]}
                  extra={base?.id}
                >
                  <InventorySection form={form} id={base?.id} />
                </MemoSection>
                <Suspense fallback={<CardSkeleton height={160} />}>
                  <MemoSection form={form} shows={shownByOptions} extra={base?.version}>
                    <OptionsSection form={form} stored={base?.variants ?? none} />
                  </MemoSection>
                </Suspense>
                <Suspense fallback={<CardSkeleton height={240} />}>
                  <MemoSection
                    form={form}
                    shows={['requires_shipping', 'has_free_shipping', 'weight_amount', 'weight_unit']}
                  >
                    <ShippingSection form={form} />
                  </MemoSection>
                </Suspense>
                <Suspense fallback={<CardSkeleton height={150} />}>
                  <MemoSection form={form} shows={['dynamic_fields']}>
                    <FieldsSection form={form} />
                  </MemoSection>
                </Suspense>
                <Suspense fallback={<CardSkeleton height={620} />}>
                  <MemoSection
                    form={form}
                    shows={[
                      'name',
                      'short_description',
                      'meta_title',
                      'meta_description',
                      'keywords',
                      'page_link',
                      'page_links',
                    ]}
                    extra={base?.url}
                  >
                    <SeoSection form={form} url={base?.url} />
                  </MemoSection>
                </Suspense>
              </>
            }
            side={
              <>
                {!phone && readiness}
                <MemoSection
                  form={form}
                  shows={[
                    'is_active',
                    'is_published',
                    'publish_at',
                    'is_tax_free',
                    'product_type',
                    'qty',
                    'has_unlimited_qty',
                    'variants',
                  ]}
                  extra={[base?.updated_at, base?.state]}
                >
                  <StatusCard form={form} product={base} />
                </MemoSection>
                <Suspense fallback={<CardSkeleton height={360} />}>
                  <MemoSection form={form} shows={['category_ids', 'tags', 'brand']}>
                    <OrganisationCard form={form} />
                  </MemoSection>
                </Suspense>
                <Suspense fallback={<CardSkeleton height={130} />}>
                  <MemoSection form={form} shows={['related']}>
                    <RelatedCard form={form} product={base} />
                  </MemoSection>
                </Suspense>
              </>
            }
          />
        </FormLanguageProvider>
        {maySave && (
          <SaveBar
            dirty={dirty}
            idle={t(base ? 'allSaved' : 'nothingYet')}
            busy={form.busy}
            onDiscard={
              base && form.isDirty()
                ? () => {
                    form.reset();
                    setRound(round + 1);
                  }
                : undefined
            }
          >
            {!base && (
              <Button
                type="submit"
                variant="default"
                disabled={form.busy}
                onClick={() => {
                  another.current = true;
                }}
              >
                {t('saveAnother')}
              </Button>
            )}
            <Button
              type="submit"
              loading={form.busy}
              onClick={() => {
                another.current = false;
              }}
            >
              {base
                ? s('save')
                : t(
                    form.values.is_published && form.values.is_active
                      ? 'savePublish'
                      : form.values.publish_at && !form.values.is_published
                        ? 'saveScheduled'
                        : 'saveDraft',
                  )}
            </Button>
          </SaveBar>
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
