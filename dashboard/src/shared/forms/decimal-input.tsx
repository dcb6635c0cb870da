import { TextInput, type TextInputProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
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
        setTyping(value);
        onFocus?.(event);
      }}
      onChange={(event) => {
        const parsed = parseDecimal(event.currentTarget.value, scale, negative);
        if (parsed === null) return;
        if (max !== undefined && parsed !== '' && compareDecimal(parsed, max) > 0) return;
        const raw = event.currentTarget.value;
        const open = scale > 0 && /[.٫]$/.test(raw) && !parsed.includes('.');
        setTyping(
          open ? `${parsed || '0'}.` : parsed === '' && raw.startsWith('-') ? '-' : keepZeros(raw, parsed, scale),
        );
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

/** While typing "12.0" on the way to "12.05" the zero stays. */
function keepZeros(raw: string, parsed: string, scale: number): string {
  const open = /[.٫]([0٠۰]+)$/.exec(raw);
  return open && !parsed.includes('.')
    ? `${parsed || '0'}.${'0'.repeat(Math.min(open[1]?.length ?? 0, scale))}`
    : parsed;
}
