import { TextInput, type TextInputProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { latinDigits, withoutMarks } from '../i18n/digits';
import { compareDecimal, groupDecimal, padDecimal, parseDecimal } from './decimal';

export interface DecimalInputProps extends Omit<
  TextInputProps,
  'value' | 'onChange' | 'min' | 'max' | 'type' | 'defaultValue'
> {
  value: string;
  onChange: (value: string) => void;
  scale: number;
  /** Always show all decimals once the field is left. */
  padded?: boolean;
  negative?: boolean;
  min?: string;
  max?: string;
  sign?: ReactNode;
}

/** The common part of money and number fields: text in, text out, grouped when not focused. */
export function DecimalInput({
  value,
  onChange,
  scale,
  padded,
  negative,
  min,
  max,
  sign,
  onBlur,
  onFocus,
  ...props
}: DecimalInputProps) {
  const [typing, setTyping] = useState<string | null>(null);
  const shown = typing ?? groupDecimal(padded && value !== '' ? padDecimal(value, scale) : value);
  return (
    <TextInput
      autoComplete="off"
      {...props}
      inputMode={scale > 0 ? 'decimal' : 'numeric'}
      value={shown}
      onFocus={(event) => {
        // The text stays as it is, grouping included: rewriting it would undo the selection that Tab makes.
        setTyping(shown);
        onFocus?.(event);
      }}
      onChange={(event) => {
        const raw = event.currentTarget.value;
        const parsed = parseDecimal(raw, scale, negative);
        if (parsed === null) return;
        if (max !== undefined && parsed !== '' && compareDecimal(parsed, max) > 0) return;
        setTyping(asTyped(raw, scale));
        onChange(parsed);
      }}
      onBlur={(event) => {
        setTyping(null);
        if (value !== '') {
          const low = min !== undefined && compareDecimal(value, min) < 0 ? min : value;
          const next = padded ? padDecimal(low, scale) : low;
          if (next !== value) onChange(next);
        }
        onBlur?.(event);
      }}
      rightSection={sign}
      rightSectionWidth={sign ? 52 : undefined}
      rightSectionPointerEvents="none"
      classNames={{ input: 'amount-input' }}
    />
  );
}

/** What stays in the field while typing: Latin digits, no more decimals than there may be, nothing else rewritten. */
function asTyped(raw: string, scale: number): string {
  const [whole = '', fraction] = withoutMarks(latinDigits(raw)).split('.');
  return fraction === undefined || scale === 0 ? whole : `${whole}.${fraction.slice(0, scale)}`;
}
