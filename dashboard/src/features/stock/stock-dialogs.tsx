import { SegmentedControl, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '@/shared/api/wire-schema';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogForm } from '@/shared/forms/dialog-form';
import { NumberField } from '@/shared/forms/number-field';
import { NoteField } from '@/shared/forms/note-field';
import { useApiForm, type ApiForm, type FormValues } from '@/shared/forms/use-api-form';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { variantOf } from '@/shared/i18n/options';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useStockText } from './i18n';
import { adjustStock, staleAfterStock, transferStock, type ProductStock, type StockItem } from './stock.api';
import { after, at, chosen, type Mode } from './stock.model';

const maxQuantity = 1_000_000_000;

/** Name of the adjusted product or variant. */
function useNameOf(stock: ProductStock, item: StockItem): string {
  const { language } = useLanguage();
  const name = textOf(stock.name, language);
  return `\u2068${item.option_values.length > 0 ? variantOf(item, language) : name}\u2069`;
}

/** The store's locations as choices; inactive ones only while they hold stock. */
function usePlaces(stock: ProductStock, item: StockItem, withCount: boolean) {
  const { language } = useLanguage();
  return stock.locations
    .filter((place) => place.is_active || at(item, place.id) > 0)
    .map((place) => ({
      value: place.id,
      label: withCount
        ? `${textOf(place.name, language)} (${formatNumber(at(item, place.id))})`
        : textOf(place.name, language),
    }));
}

interface AdjustValues {
  mode: Mode;
  qty: number | null;
  reason: Schema<'ChosenReason'>;
  location: string;
  note: string;
}

/** Sets, raises or lowers a quantity, with a reason. */
export function AdjustDialog({ stock, item, onClose }: { stock: ProductStock; item: StockItem; onClose: () => void }) {
  const t = useStockText();
  const s = useShared();
  const name = useNameOf(stock, item);
  const places = usePlaces(stock, item, false);
  const save = useApiMutation({
    run: (values: AdjustValues) =>
      adjustStock(stock.product_id, {
        variant_id: item.variant_id,
        location_id: values.location,
        mode: values.mode,
        qty: values.qty ?? 0,
        reason: values.reason,
        note: values.note.trim() || null,
      }),
    invalidates: staleAfterStock,
  });
  const form = useApiForm<AdjustValues>({
    initialValues: { mode: 'set', qty: null, reason: 'count', location: places[0]?.value ?? '', note: '' },
    validate: (values) => (values.qty === null ? { qty: s('rule.required') } : {}),
  });
  const { mode, qty, location } = form.values;
  const now = at(item, location);
  const next = after(mode, now, qty);
  return (
    <ActDialog
      title={t('adjust.of', { name })}
      form={form}
      onSave={(values) => save.mutateAsync(values)}
      done={t('adjust.done')}
      act={t('adjust')}
      onClose={onClose}
    >
      <SegmentedControl
        fullWidth
        aria-label={t('adjust.mode')}
        data={(['set', 'add', 'take'] as const).map((value) => ({ value, label: t(`mode.${value}`) }))}
        value={mode}
        onChange={(value) => {
          const picked = value as Mode;
          form.setFieldValue('mode', picked);
          if (!chosen[picked].includes(form.values.reason)) form.setFieldValue('reason', chosen[picked][0] ?? 'count');
        }}
      />
      {places.length > 1 && (
        <Select label={t('location')} data={places} allowDeselect={false} {...form.getInputProps('location')} />
      )}
      <NumberField
        label={t(`qty.${mode}`)}
        max={maxQuantity}
        data-autofocus
        required
        {...form.getInputProps('qty')}
        value={qty}
        description={
          next === null || qty === null
            ? t('adjust.now', { n: formatNumber(now) })
            : `${t('adjust.now', { n: formatNumber(now) })} · ${t('adjust.will', { n: formatNumber(next) })}`
        }
      />
      <Select
        label={t('reason')}
        data={chosen[mode].map((value) => ({ value, label: t(`reason.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('reason')}
      />
    </ActDialog>
  );
}

interface TransferValues {
  from: string;
  to: string;
  qty: number | null;
  note: string;
}

/** Transfers stock between locations. */
export function TransferDialog({
  stock,
  item,
  onClose,
}: {
  stock: ProductStock;
  item: StockItem;
  onClose: () => void;
}) {
  const t = useStockText();
  const s = useShared();
  const name = useNameOf(stock, item);
  const places = usePlaces(stock, item, true);
  const active = places.filter((place) => stock.locations.some((l) => l.id === place.value && l.is_active));
  const first = places.find((place) => at(item, place.value) > 0)?.value ?? places[0]?.value ?? '';
  const save = useApiMutation({
    run: (values: TransferValues) =>
      transferStock(stock.product_id, {
        variant_id: item.variant_id,
        from_location_id: values.from,
        to_location_id: values.to,
        qty: values.qty ?? 0,
        note: values.note.trim() || null,
      }),
    invalidates: staleAfterStock,
  });
  const form = useApiForm<TransferValues>({
    initialValues: {
      from: first,
      to: active.find((place) => place.value !== first)?.value ?? '',
      qty: null,
      note: '',
    },
    validate: (values) => (values.qty === null ? { qty: s('rule.required') } : {}),
  });
  const paths = { from_location_id: 'from', to_location_id: 'to' } as const;
  const errorOf = (path: keyof typeof paths) => form.errors[path] ?? form.errors[paths[path]];
  return (
    <ActDialog
      title={t('transfer.of', { name })}
      form={form}
      onSave={(values) => save.mutateAsync(values)}
      done={t('transfer.done')}
      act={t('transfer.go')}
      onClose={onClose}
    >
      <Select
        label={t('transfer.from')}
        data={places}
        allowDeselect={false}
        {...form.getInputProps('from')}
        error={errorOf('from_location_id')}
      />
      <Select
        label={t('transfer.to')}
        data={active.filter((place) => place.value !== form.values.from)}
        allowDeselect={false}
        {...form.getInputProps('to')}
        error={errorOf('to_location_id')}
      />
      <NumberField
        label={t('transfer.qty')}
        max={maxQuantity}
        data-autofocus
        required
        {...form.getInputProps('qty')}
        value={form.values.qty}
      />
    </ActDialog>
  );
}

/** Dialog of a stock change: its fields, a note, and the buttons. */
function ActDialog<Values extends FormValues & { note: string }>({
  title,
  form,
  onSave,
  done,
  act,
  onClose,
  children,
}: {
  title: string;
  form: ApiForm<Values>;
  onSave: (values: Values) => Promise<unknown>;
  /** The success message. */
  done: string;
  act: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useStockText();
  return (
    <DialogForm title={title} isTall={false} form={form} onSave={onSave} done={done} submit={act} onClose={onClose}>
      {children}
      <NoteField label={t('note')} placeholder={t('notePlaceholder')} {...form.getInputProps('note')} />
    </DialogForm>
  );
}
