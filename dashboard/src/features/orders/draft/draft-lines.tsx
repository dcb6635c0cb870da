import { Anchor, Badge, Button, Group, Switch, Text, TextInput } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import { required } from '@/shared/forms/rules';
import { DialogFormBody } from '@/shared/forms/dialog-form-body';
import { useApiForm, type ApiForm } from '@/shared/forms/use-api-form';
import { formatMoney, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { LazyDialog } from '@/shared/ui/lazy-overlay';
import { Money } from '@/shared/ui/money';
import { Section } from '@/shared/ui/page';
import { LineEditor } from '../edit/line-editor';
import { ProductPicker } from '../edit/product-picker';
import type { DraftPreview } from './draft.api';
import { isZero, withGoods, type DraftLine, type DraftValues } from './draft.model';
import { useOrderDraftText } from './i18n';
import edit from '../edit/edit.module.css';
import classes from './draft.module.css';

type LinePreview = DraftPreview['lines'][number];

/** The lines of a draft: products with current price and stock, and custom lines. */
export function DraftLines({
  form,
  lines,
  currency,
}: {
  form: ApiForm<DraftValues>;
  lines: readonly LinePreview[];
  currency: string;
}) {
  const t = useOrderDraftText();
  const [custom, setCustom] = useState(false);
  const { items } = form.values;
  const put = (next: DraftLine[]) => {
    form.setFieldValue('items', next);
    form.clearErrors();
  };
  return (
    <Section title={t('items')}>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed" mb={14} data-path="items">
          {form.errors.items ?? t('items.none')}
        </Text>
      ) : (
        <ul className={edit.lines}>
          {items.map((line, index) => (
            <Line
              key={`${line.product_id}-${line.variant_id}-${index}`}
              line={line}
              // While a preview of other lines loads, the last one does not match by index.
              linePreview={isOf(lines[index], line) ? lines[index] : undefined}
              index={index}
              form={form}
              currency={currency}
              onRemove={() => put(items.filter((_, other) => other !== index))}
            />
          ))}
        </ul>
      )}
      <div className={classes.adders}>
        <div className={classes.picker}>
          <ProductPicker currency={currency} onPick={(line) => put(withGoods(items, line))} />
        </div>
        <Button
          variant="default"
          leftSection={<IconPencilPlus size={16} aria-hidden />}
          onClick={() => setCustom(true)}
        >
          {t('custom.add')}
        </Button>
      </div>
      {custom && (
        <CustomLine
          currency={currency}
          onClose={() => setCustom(false)}
          onAdd={(line) => {
            setCustom(false);
            put([...items, line]);
          }}
        />
      )}
    </Section>
  );
}

const isOf = (linePreview: LinePreview | undefined, line: DraftLine): boolean =>
  linePreview !== undefined &&
  (linePreview.product_id ?? '') === line.product_id &&
  linePreview.variant_id === line.variant_id;

function Line({
  line,
  linePreview,
  index,
  form,
  currency,
  onRemove,
}: {
  line: DraftLine;
  linePreview: LinePreview | undefined;
  index: number;
  form: ApiForm<DraftValues>;
  currency: string;
  onRemove: () => void;
}) {
  const t = useOrderDraftText();
  const { language } = useLanguage();
  const at = (field: string) => `items.${index}.${field}`;
  const list = linePreview?.list_price ?? (line.base_price || null);
  return (
    <LineEditor
      form={form}
      index={index}
      line={line}
      currency={currency}
      badge={
        line.custom && (
          <Badge size="xs" variant="light" color="gray">
            {t('custom.badge')}
          </Badge>
        )
      }
      facts={linePreview ? factsOf(linePreview, currency, t) : []}
      isReasonAsked={!line.custom && line.unit_price !== line.base_price}
      reasonPlaceholder={t('reasonPlaceholder')}
      reasonNote={
        list && (
          <Text size="xs" c="dimmed" mt={4} component="div">
            {t('listPrice', { price: formatMoney(list, currency, language) })}
            {' · '}
            <Anchor
              component="button"
              type="button"
              size="xs"
              underline="always"
              onClick={() => {
                form.setFieldValue(at('base_price'), list);
                form.setFieldValue(at('unit_price'), list);
                form.setFieldValue(at('reason'), '');
              }}
            >
              {t('usualPrice')}
            </Anchor>
          </Text>
        )
      }
      onRemove={onRemove}
    />
  );
}

/** Facts of a previewed line: stock, total, and the coupon's discount. */
function factsOf(linePreview: LinePreview, currency: string, t: ReturnType<typeof useOrderDraftText>) {
  const facts: { key: string; text: ReactNode }[] = [];
  if (linePreview.available !== null)
    facts.push({ key: 'available', text: t('available', { number: formatNumber(linePreview.available) }) });
  facts.push({ key: 'total', text: <Money amount={linePreview.line_total} currency={currency} /> });
  if (!isZero(linePreview.coupon_discount)) {
    facts.push({
      key: 'coupon',
      text: (
        <>
          {t('coupon.ofLine')} − <Money amount={linePreview.coupon_discount} currency={currency} />
        </>
      ),
    });
  }
  return facts;
}

function CustomLine({
  currency,
  onAdd,
  onClose,
}: {
  currency: string;
  onAdd: (line: DraftLine) => void;
  onClose: () => void;
}) {
  const t = useOrderDraftText();
  const form = useApiForm({
    initialValues: { name: '', unit_price: '', quantity: 1 as number | null, is_taxed: true, requires_shipping: false },
    validate: { name: required(), unit_price: required(), quantity: required() },
  });
  return (
    <LazyDialog title={t('custom')} onClose={onClose}>
      <DialogFormBody
        form={form}
        submit={t('custom.put')}
        done={null}
        onClose={onClose}
        onSave={async ({ name, unit_price, quantity, is_taxed, requires_shipping }) => {
          const text = name.trim();
          onAdd({
            line: null,
            product_id: '',
            variant_id: null,
            name: { ar: text, en: text },
            detail: [],
            image_url: null,
            base_price: unit_price,
            unit_price,
            quantity: quantity || 1,
            reason: '',
            custom: { is_tax_free: !is_taxed, requires_shipping },
          });
        }}
      >
        <Text size="sm" c="dimmed">
          {t('custom.text')}
        </Text>
        <TextInput
          label={t('custom.name')}
          placeholder={t('custom.namePlaceholder')}
          required
          maxLength={200}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Group grow align="flex-start">
          <MoneyField
            label={t('custom.price')}
            required
            currency={currency}
            {...form.getInputProps('unit_price')}
            value={form.values.unit_price}
          />
          <NumberField
            label={t('custom.quantity')}
            required
            min={1}
            max={100_000}
            {...form.getInputProps('quantity')}
            value={form.values.quantity}
          />
        </Group>
        <Switch label={t('custom.taxed')} {...form.getInputProps('is_taxed', { type: 'checkbox' })} />
        <Switch label={t('custom.shipped')} {...form.getInputProps('requires_shipping', { type: 'checkbox' })} />
      </DialogFormBody>
    </LazyDialog>
  );
}
