import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { latinDigits, withoutMarks } from '../i18n/digits';
import { useLanguage } from '../i18n/language';
import { decimalFault, endsInComma, groupDecimal, padDecimal, parseDecimal } from './decimal';
import { decimalMessage } from './rules';

export interface DecimalInputProps extends Omit<
  TextInputProps,
  'value' | 'onChange' | 'min' | 'max' | 'type' | 'defaultValue'
> {
  value: string;
  /** What was written as a decimal, beyond the bounds too; '' while it is no number. The field then says so by itself. */
  onChange: (value: string) => void;
  scale: number;
  /** Always show all decimals once the field is left. */
  padded?: boolean;
  negative?: boolean;
  min?: string;
  max?: string;
  sign?: ReactNode;
  /** Where there is no room for a message below the field: puts it elsewhere. */
  around?: (field: ReactElement, message: ReactNode) => ReactNode;
}

/**
 * The common part of money and number fields: text in, text out, grouped when not focused. Whatever was written stays;
 * what is wrong with it is said below the field, and the form around it is not sent (`firstFaulty`).
 */
export function DecimalInput({
  value,
  onChange,
  scale,
  padded,
  negative,
  min,
  max,
  sign,
  around,
  error,
  onBlur,
  onFocus,
  ...props
}: DecimalInputProps) {
  useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [isFocused, setFocused] = useState(false);
  // What was written and what was made of it; another value from outside replaces both.
  const [typedText, setTypedText] = useState<{ text: string; value: string } | null>(null);
  const mine = typedText && sameDecimal(typedText.value, value) ? typedText.text : null;
  const fault = decimalFault(mine ?? value, { scale, negative, min, max });
  const tidy = () => groupDecimal(padded && value !== '' && !fault ? padDecimal(value, scale) : value);
  const shown = (isFocused ? mine : fault && mine) ?? tidy();

  const refusal = fault ? decimalMessage(fault, { scale, min, max }) : '';
  // Too little, and a lone sign or point, are no faults before the last digit is there.
  const isBegun =
    isFocused && (fault === 'min' ? !shown.includes('-') : /^\s*[-.]\s*$/.test(shown) || endsInComma(shown.trim()));
  const message = isBegun ? null : refusal || null;
  useEffect(() => input.current?.setCustomValidity(refusal), [refusal]);

  const field = (
    <TextInput
      autoComplete="off"
      {...props}
      ref={input}
      error={around ? Boolean(message ?? error) : (message ?? error)}
      aria-description={around && message ? message : undefined}
      inputMode={scale > 0 ? 'decimal' : 'numeric'}
      value={shown}
      onFocus={(event) => {
        // The text stays as it is, grouping included: rewriting it would undo the selection that Tab makes.
        setTypedText({ text: shown, value });
        setFocused(true);
        onFocus?.(event);
      }}
      onChange={(event) => {
        const text = withoutMarks(latinDigits(event.currentTarget.value));
        const next = plainZeros(parseDecimal(text, Infinity, true) ?? '', scale);
        setTypedText({ text, value: next });
        if (next !== value) onChange(next);
      }}
      onBlur={(event) => {
        setFocused(false);
        if (value !== '' && !fault && padded) {
          const next = padDecimal(value, scale);
          if (next !== value) onChange(next);
        }
        onBlur?.(event);
      }}
      rightSection={sign}
      rightSectionWidth={sign ? 52 : undefined}
      // Long and short signs end at one line.
      rightSectionProps={{ style: { justifyContent: 'flex-end', paddingInlineEnd: 13 } }}
      rightSectionPointerEvents="none"
      classNames={{ input: 'amount-input' }}
    />
  );
  return around ? around(field, message ?? error) : field;
}

/** A count comes back as a number: "1.50" as 1.5. */
const sameDecimal = (a: string, b: string) => a === b || (a !== '' && b !== '' && Number(a) === Number(b));

/** Leaves out zeros beyond the places there are: `12.500` is written `12.50` at two places. */
function plainZeros(value: string, scale: number): string {
  const [integer = '', fraction] = value.split('.');
  if (fraction === undefined || /[^0]/.test(fraction.slice(scale))) return value;
  return scale === 0 ? integer : `${integer}.${fraction.slice(0, scale)}`;
}
