import { ActionIcon, Button, Switch, Text, TextInput, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconDots, IconInfinity, IconPhotoPlus } from '@tabler/icons-react';
import { memo, Suspense, useCallback, useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { DecimalInput } from '@/shared/forms/decimal-input';
import { useFocusRequest } from '@/shared/forms/form-context';
import { maxMoney } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import { currencyOf, currencySign } from '@/shared/i18n/currency';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useStoreCurrency } from '@/shared/session/session';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { Money } from '@/shared/ui/money';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { useProductText } from '../i18n';
import { useAmountName } from './amounts';
import { paidPrice } from './margin';
import type { ProductFormState } from './product-form';
import { useWindow } from './use-window';
import { VariantsFill } from './variants-fill';
import classes from './variants.module.css';
import { missingVariants, type VariantValues } from './variants';

const VariantDialog = lazyDialog(() =>
  import('./variant-dialog').then((module) => ({ default: module.VariantDialog })),
);

const rowHeight = 57;
const cardHeight = 64;
export type ChangeVariant = (index: number, change: Partial<VariantValues>) => void;

/** The variants with their own price, code and stock (PR-02). Up to 250: the table is virtualised. */
export function VariantsTable({ form }: { form: ProductFormState }) {
  const t = useProductText();
  const phone = usePhoneScreen();
  const { variants, options, images, regular_price } = form.values;
  const place = useRef<HTMLDivElement>(null);
  const view = useWindow(place, variants.length, phone ? cardHeight : rowHeight);
  const [open, setOpen] = useState<number | null>(null);
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  const change = useCallback<ChangeVariant>((index, part) => {
    for (const [field, value] of Object.entries(part)) {
      latest.current.setFieldValue(`variants.${index}.${field}`, value);
    }
  }, []);
  const openAt = useCallback((index: number) => setOpen(index), []);

  // An error in a row out of view: the row is scrolled into view before the form looks for its field.
  const request = useFocusRequest();
  const [answered, setAnswered] = useState(0);
  const { show } = view;
  const requestedField = /^variants\.(\d+)\.(\w+)/.exec(request?.path ?? '');
  const at = request?.at ?? 0;
  if (requestedField && at !== answered) {
    setAnswered(at);
    if (phone || !inTable.has(requestedField[2] ?? '')) setOpen(Number(requestedField[1]));
  }
  const wantedRow = requestedField ? Number(requestedField[1]) : null;
  useEffect(() => {
    if (wantedRow !== null) show(wantedRow);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each request
  }, [at, wantedRow]);

  const missing = missingVariants(options, variants);
  const visibleRows = variants
    .slice(view.first, view.last)
    .map((variant, place) => ({ variant, index: view.first + place }));
  const thumbs = new Map(images.map((image) => [image.id, image.url]));
  const errorsOf = (index: number) => {
    const prefix = `variants.${index}.`;
    return Object.fromEntries(
      Object.entries(form.errors)
        .filter(([path, message]) => message && path.startsWith(prefix))
        .map(([path, message]) => [path.slice(prefix.length), message]),
    );
  };
  const total = variants.reduce(
    (sum, variant) => sum + (variant.has_unlimited_qty || !variant.is_active ? 0 : (variant.qty ?? 0)),
    0,
  );
  const unlimited = variants.some((variant) => variant.has_unlimited_qty && variant.is_active);

  return (
    <div data-path="variants">
      <div className={classes.head}>
        <div>
          <Text fw={600} component="h3" fz={15} m={0}>
            {t('variantsCount', { count: variants.length })}
          </Text>
          <Text size="xs" c="dimmed">
            {unlimited
              ? t('variants.stockUnlimited')
              : t('variants.stock', { count: total, number: formatNumber(total) })}
          </Text>
        </div>
        {missing.length > 0 && (
          <Button variant="default" size="xs" onClick={() => form.setFieldValue('variants', [...variants, ...missing])}>
            {t('variants.missing', { count: missing.length })}
          </Button>
        )}
      </div>
      {form.errors.variants && (
        <Text size="sm" c="red" mb={8} role="alert">
          {form.errors.variants}
        </Text>
      )}
      {variants.length > 1 && <VariantsFill form={form} />}
      {/* Placeholders for the messages of rows out of view. */}
      <div hidden>
        {variants.map((variant, index) => (
          <span key={variant.values.join('\u0000')} data-translated={`variants.${index}`} />
        ))}
      </div>
      {phone ? (
        <div ref={place} className={classes.cards}>
          <div style={{ blockSize: view.before }} />
          {visibleRows.map(({ variant, index }) => (
            <VariantCard
              key={variant.values.join('\u0000')}
              variant={variant}
              hasError={Object.keys(errorsOf(index)).length > 0}
              picture={variant.image_id ? thumbs.get(variant.image_id) : undefined}
              price={variant.sale_price || variant.regular_price || paidPrice(regular_price, form.values.sale_price)}
              onOpen={() => setOpen(index)}
            />
          ))}
          <div style={{ blockSize: view.after }} />
        </div>
      ) : (
        <div ref={place} className={classes.scroll}>
          <table className={classes.table} aria-label={t('variants.title')} aria-rowcount={variants.length + 1}>
            <VariantsHead />
            <tbody>
              {view.before > 0 && <tr aria-hidden style={{ blockSize: view.before }} />}
              {visibleRows.map(({ variant, index }) => (
                <VariantRow
                  key={variant.values.join('\u0000')}
                  variant={variant}
                  index={index}
                  errors={errorsOf(index)}
                  picture={variant.image_id ? thumbs.get(variant.image_id) : undefined}
                  productPrice={regular_price}
                  productSale={form.values.sale_price}
                  onChange={change}
                  onOpen={openAt}
                />
              ))}
              {view.after > 0 && <tr aria-hidden style={{ blockSize: view.after }} />}
            </tbody>
          </table>
        </div>
      )}
      {open !== null && variants[open] && (
        <Suspense fallback={null}>
          <VariantDialog
            form={form}
            index={open}
            variant={variants[open]}
            errors={errorsOf(open)}
            onChange={change}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Fields with a column; the others are in the dialog. */
const inTable = new Set(['regular_price', 'sale_price', 'sku', 'qty']);

function VariantsHead() {
  const t = useProductText();
  return (
    <thead>
      <tr>
        <th style={{ inlineSize: 58 }}>{t('variants.image')}</th>
        <th>{t('variants.variant')}</th>
        <Priced label={t('price.short')} />
        <Priced label={t('price.saleShort')} />
        <th style={{ inlineSize: 118 }}>{t('stock.sku')}</th>
        <th style={{ inlineSize: 116 }}>{t('stock.qtyShort')}</th>
        <th style={{ inlineSize: 54 }}>{t('variants.active')}</th>
        <th style={{ inlineSize: 60 }}>
          <VisuallyHidden>{t('more')}</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}

function Priced({ label }: { label: string }) {
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  return (
    <th style={{ inlineSize: 104 }}>
      {label} <span style={{ fontWeight: 400 }}>({currencySign(currency, language)})</span>
    </th>
  );
}

interface RowProps {
  variant: VariantValues;
  index: number;
  errors: Record<string, ReactNode>;
  picture?: string;
  productPrice: string;
  productSale: string;
  onChange: ChangeVariant;
  onOpen: (index: number) => void;
}

const sameRow = (a: RowProps, b: RowProps) =>
  a.index === b.index &&
  a.picture === b.picture &&
  a.productPrice === b.productPrice &&
  a.productSale === b.productSale &&
  JSON.stringify(a.variant) === JSON.stringify(b.variant) &&
  JSON.stringify(a.errors) === JSON.stringify(b.errors);

/** Memoised by the variant: the form copies all its values on every key. */
const VariantRow = memo(function VariantRow({
  variant,
  index,
  errors,
  picture,
  productPrice,
  productSale,
  onChange,
  onOpen,
}: RowProps) {
  const t = useProductText();
  const nameOf = useAmountName();
  const { digits } = currencyOf(useStoreCurrency());
  const name = variant.values.join(' / ');
  const path = `variants.${index}`;
  const amount = (field: 'regular_price' | 'sale_price', label: string, placeholder?: string) => (
    <DecimalInput
      size="xs"
      aria-label={`${label}: ${name}`}
      placeholder={placeholder}
      scale={digits}
      padded
      min="0"
      max={maxMoney}
      value={variant[field]}
      error={errors[field]}
      wrap={withFault}
      onChange={(value) => onChange(index, { [field]: value })}
      data-path={`${path}.${field}`}
    />
  );
  return (
    <tr aria-rowindex={index + 2} data-off={variant.is_active ? undefined : true}>
      <td>
        <button
          type="button"
          className={classes.picture}
          data-set={picture ? true : undefined}
          aria-label={t('variants.pick', { name })}
          onClick={() => onOpen(index)}
        >
          {picture ? <img src={picture} alt="" /> : <IconPhotoPlus size={17} stroke={1.6} aria-hidden />}
        </button>
      </td>
      <td>
        <bdi className={classes.values}>{name}</bdi>
        {errors.option_values && (
          <Text size="xs" c="red">
            {errors.option_values}
          </Text>
        )}
      </td>
      <td>{amount('regular_price', nameOf('regular_price'), productPrice)}</td>
      <td>{amount('sale_price', nameOf('sale_price'), variant.regular_price === '' ? productSale : undefined)}</td>
      <td>
        <WithFault message={errors.sku}>
          <TextInput
            size="xs"
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            maxLength={100}
            aria-label={`${t('stock.sku')}: ${name}`}
            value={variant.sku}
            error={Boolean(errors.sku)}
            onChange={(event) => onChange(index, { sku: event.currentTarget.value })}
            data-path={`${path}.sku`}
          />
        </WithFault>
      </td>
      <td>
        <div className={classes.qty}>
          <NumberField
            size="xs"
            aria-label={`${t('stock.qty')}: ${name}`}
            min={0}
            max={1_000_000_000}
            disabled={variant.has_unlimited_qty}
            value={variant.has_unlimited_qty ? null : variant.qty}
            placeholder={variant.has_unlimited_qty ? '∞' : undefined}
            error={errors.qty}
            wrap={withFault}
            onChange={(qty) => onChange(index, { qty })}
            data-path={`${path}.qty`}
          />
          <Tooltip label={t('stock.unlimitedSwitch')}>
            <ActionIcon
              size={30}
              variant={variant.has_unlimited_qty ? 'light' : 'subtle'}
              color={variant.has_unlimited_qty ? 'lapis' : 'gray'}
              aria-pressed={variant.has_unlimited_qty}
              aria-label={`${t('stock.unlimitedSwitch')}: ${name}`}
              onClick={() => onChange(index, { has_unlimited_qty: !variant.has_unlimited_qty })}
            >
              <IconInfinity size={17} />
            </ActionIcon>
          </Tooltip>
        </div>
      </td>
      <td>
        <Switch
          size="sm"
          aria-label={`${t('variants.active')}: ${name}`}
          checked={variant.is_active}
          onChange={(event) => onChange(index, { is_active: event.currentTarget.checked })}
        />
      </td>
      <td>
        <ActionIcon aria-label={t('variants.edit', { name })} onClick={() => onOpen(index)}>
          <IconDots size={17} />
        </ActionIcon>
      </td>
    </tr>
  );
}, sameRow);

/** Rows are of one height, so a message stands in a tooltip. */
/** The row has no room for a message. The tooltip is always mounted: mounting it later would lose the focus. */
function WithFault({ message, children }: { message: ReactNode; children: ReactNode }) {
  return (
    <Tooltip
      label={message}
      disabled={!message}
      color="red"
      multiline
      maw={260}
      events={{ hover: true, focus: true, touch: true }}
    >
      <div>{children}</div>
    </Tooltip>
  );
}
const withFault = (field: ReactElement, message: ReactNode) => <WithFault message={message}>{field}</WithFault>;

function VariantCard({
  variant,
  hasError,
  picture,
  price,
  onOpen,
}: {
  variant: VariantValues;
  hasError: boolean;
  picture?: string;
  price: string;
  onOpen: () => void;
}) {
  const t = useProductText();
  return (
    <button type="button" className={classes.card} data-wrong={hasError || undefined} onClick={onOpen}>
      <span className={classes.picture} data-set={picture ? true : undefined}>
        {picture ? <img src={picture} alt="" /> : <IconPhotoPlus size={17} stroke={1.6} aria-hidden />}
      </span>
      <span className={classes.cardText}>
        <bdi className={classes.values}>{variant.values.join(' / ')}</bdi>
        <Text size="xs" c="dimmed" component="div">
          {!variant.is_active
            ? t('variants.off')
            : variant.has_unlimited_qty
              ? t('stock.unlimited')
              : variant.qty === null
                ? t('stock.unset')
                : t('stock.pieces', { count: variant.qty, number: formatNumber(variant.qty) })}
        </Text>
      </span>
      <Money amount={price} />
    </button>
  );
}
