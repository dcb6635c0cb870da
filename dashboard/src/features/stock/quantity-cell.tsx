import { useState, type KeyboardEvent } from 'react';
import { isApiError } from '@/shared/api/error';
import { NumberField } from '@/shared/forms/number-field';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { variantOf } from '@/shared/i18n/options';
import { textOf } from '@/shared/i18n/texts';
import { toast } from '@/shared/ui/toast';
import { useStockText } from './i18n';
import { setQuantity, staleAfterStock, type Location } from './stock.api';
import { at, type QuantityRow } from './stock.model';
import classes from './stock.module.css';

const maxQuantity = 1_000_000_000;

/** Moves the focus to the quantity of the same location in the next or previous row; false at the ends of the list. */
function moveFrom(field: HTMLInputElement, step: 1 | -1): boolean {
  const place = field.dataset.place ?? '';
  const list = field.closest('table, ul');
  const fields = [...(list?.querySelectorAll<HTMLInputElement>(`input[data-place="${place}"]`) ?? [])];
  const next = fields[fields.indexOf(field) + step];
  next?.focus();
  next?.select();
  return next !== undefined;
}

/**
 * An editable quantity at a location. Enter or leaving it saves, and Enter goes on to the next row; Escape restores the
 * stored quantity. A refused quantity stays in the field with its reason.
 */
export function QuantityCell({ row, place, editable }: { row: QuantityRow; place: Location; editable: boolean }) {
  const t = useStockText();
  const { language } = useLanguage();
  const now = at(row.item, place.id);
  const [input, setInput] = useState<number | null | undefined>(undefined);
  const [refusal, setRefusal] = useState<string | null>(null);
  const name = [textOf(row.name, language), variantOf(row.item, language)].filter(Boolean).join(' · ');
  const save = useApiMutation({
    run: (change: { mode: 'set' | 'add' | 'take'; qty: number }) =>
      setQuantity(row.product_id, {
        variant_id: row.item.variant_id,
        location_id: place.id,
        reason: 'correction',
        note: null,
        ...change,
      }),
    invalidates: [...staleAfterStock],
  });
  if (!editable) return <span className="num">{formatNumber(now)}</span>;

  const put = (value: number | null | undefined) => {
    setRefusal(null);
    setInput(value);
  };
  const refuse = (error: unknown) => {
    const text = isApiError(error) ? (error.messages[0] ?? error.message) : '';
    setRefusal(text || t('adjust.failed'));
    // The row of a deleted product is about to leave the list.
    if (isApiError(error) && error.outcome === 'not_found') toast.warning({ title: text || t('adjust.failed') });
  };
  const undo = async (by: number) => {
    try {
      // Sent as a difference: concurrent sales are kept.
      await save.mutateAsync({ mode: by > 0 ? 'take' : 'add', qty: Math.abs(by) });
    } catch (error) {
      refuse(error);
    }
  };
  const commit = async () => {
    if (input === undefined || save.isPending) return;
    if (input === null || input === now) return put(undefined);
    setRefusal(null);
    try {
      await save.mutateAsync({ mode: 'set', qty: input });
    } catch (error) {
      return refuse(error);
    }
    setInput(undefined);
    toast.success({
      title: t('adjust.saved', { name: `\u2068${name}\u2069`, from: formatNumber(now), to: formatNumber(input) }),
      action: { label: t('adjust.undo'), run: () => void undo(input - now) },
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The list's keyboard navigation would move between rows.
    event.stopPropagation();
    const field = event.currentTarget;
    if (event.key === 'Escape') return put(undefined);
    const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    // The field itself says why a number cannot be saved.
    if (step === null || !field.validity.valid) return;
    event.preventDefault();
    // Leaving the field saves; in the last row it stays where it is.
    if (!moveFrom(field, step) && event.key === 'Enter') {
      field.select();
      void commit();
    }
  };
  return (
    <span className={classes.cell} data-saving={save.isPending || undefined}>
      <NumberField
        size="xs"
        w={104}
        min={0}
        max={maxQuantity}
        aria-label={t('adjust.at', { name, place: textOf(place.name, language) })}
        aria-busy={save.isPending}
        data-place={place.id}
        // A disabled field would lose the focus.
        readOnly={save.isPending}
        value={input === undefined ? now : input}
        error={refusal}
        onChange={put}
        onKeyDown={onKeyDown}
        onMouseDown={(event) => {
          // A count replaces the quantity: typed into its middle, 301 in 300 would become 301300.
          if (event.currentTarget === document.activeElement) return;
          event.preventDefault();
          event.currentTarget.focus();
          event.currentTarget.select();
        }}
        onBlur={(event) => {
          // A refused quantity is sent again by Enter only.
          if (event.currentTarget.validity.valid && refusal === null) void commit();
        }}
        wrap={(field, message) => (
          <>
            {field}
            {message && (
              <span role="alert" className={classes.refusal}>
                {message}
              </span>
            )}
          </>
        )}
      />
    </span>
  );
}
