import { Loader } from '@mantine/core';
import { useState } from 'react';
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

/** An editable quantity at a location: Enter or blur saves, Escape cancels. */
export function QuantityCell({ row, place, editable }: { row: QuantityRow; place: Location; editable: boolean }) {
  const t = useStockText();
  const { language } = useLanguage();
  const now = at(row.item, place.id);
  const [input, setInput] = useState<number | null | undefined>(undefined);
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
  if (row.item.has_unlimited_qty) return <>—</>;
  if (!editable) return <span className="num">{formatNumber(now)}</span>;
  const commit = async () => {
    if (input === undefined) return;
    if (input === null || input === now || save.isPending) {
      setInput(undefined);
      return;
    }
    try {
      await save.mutateAsync({ mode: 'set', qty: input });
    } catch {
      // The client has shown the error; the field shows the stored quantity again.
      setInput(undefined);
      return;
    }
    const by = input - now;
    setInput(undefined);
    toast.success({
      title: t('adjust.saved', { name: `\u2068${name}\u2069`, from: formatNumber(now), to: formatNumber(input) }),
      action: {
        label: t('adjust.undo'),
        // Sent as a difference: concurrent sales are kept.
        run: () => save.mutate({ mode: by > 0 ? 'take' : 'add', qty: Math.abs(by) }),
      },
    });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the field inside
    <span
      className={classes.cell}
      onKeyDown={(event) => {
        // The list's keyboard navigation would move between rows.
        event.stopPropagation();
        if (event.key === 'Enter') (event.target as HTMLElement).blur();
        if (event.key === 'Escape') setInput(undefined);
      }}
    >
      <NumberField
        size="xs"
        w={96}
        min={0}
        max={maxQuantity}
        aria-label={t('adjust.at', { name, place: textOf(place.name, language) })}
        disabled={save.isPending}
        value={input === undefined ? now : input}
        onChange={setInput}
        onBlur={() => void commit()}
        rightSection={save.isPending ? <Loader size={12} /> : undefined}
      />
    </span>
  );
}
