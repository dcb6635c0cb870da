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
  /**
   * Called with the parsed decimal, out of bounds too; '' while it is not a number. The field then shows its own error.
   */
  onChange: (value: string) => void;
  scale: number;
  /** Always show all decimals after blur. */
  padded?: boolean;
  negative?: boolean;
  min?: string;
  max?: string;
  sign?: ReactNode;
  /** Renders the message elsewhere, where there is no room below the field. */
  wrap?: (field: ReactElement, message: ReactNode) => ReactNode;
}

/**
 * The base of money and number fields: text in, text out, grouped when not focused. Typed text is kept; its error is
 * shown below the field, and the form is not submitted (`firstInvalidField`).
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
  wrap,
  error,
  onBlur,
  onFocus,
  ...props
}: DecimalInputProps) {
  useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [isFocused, setFocused] = useState(false);
  // The typed text and the value it gave; another value from outside replaces both.
  const [typedText, setTypedText] = useState<{ text: string; value: string } | null>(null);
  const ownText = typedText && sameDecimal(typedText.value, value) ? typedText.text : null;
  const fault = decimalFault(ownText ?? value, { scale, negative, min, max });
  const formatted = () => groupDecimal(padded && value !== '' && !fault ? padDecimal(value, scale) : value);
  const displayText = (isFocused ? ownText : fault && ownText) ?? formatted();

  const refusal = fault ? decimalMessage(fault, { scale, min, max }) : '';
  // Too small a number, a lone sign or a lone point is no error while typing.
  const isBegun =
    isFocused &&
    (fault === 'min'
      ? !displayText.includes('-')
      : /^\s*[-.]\s*$/.test(displayText) || endsInComma(displayText.trim()));
  const message = isBegun ? null : refusal || null;
  useEffect(() => input.current?.setCustomValidity(refusal), [refusal]);

  const field = (
    <TextInput
      autoComplete="off"
      {...props}
      ref={input}
      error={wrap ? Boolean(message ?? error) : (message ?? error)}
      aria-description={wrap && message ? message : undefined}
      inputMode={scale > 0 ? 'decimal' : 'numeric'}
      value={displayText}
      onFocus={(event) => {
        // The text is kept, grouping included: rewriting it would lose the selection that Tab makes.
        setTypedText({ text: displayText, value });
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
      // Long and short currency signs are aligned at the end.
      rightSectionProps={{ style: { justifyContent: 'flex-end', paddingInlineEnd: 13 } }}
      rightSectionPointerEvents="none"
      classNames={{ input: 'amount-input' }}
    />
  );
  return wrap ? wrap(field, message ?? error) : field;
}

/** A count is converted to a number: "1.50" becomes 1.5. */
const sameDecimal = (a: string, b: string) => a === b || (a !== '' && b !== '' && Number(a) === Number(b));

/** Drops surplus zeros: `12.500` becomes `12.50` at two places. */
function plainZeros(value: string, scale: number): string {
  const [integer = '', fraction] = value.split('.');
  if (fraction === undefined || /[^0]/.test(fraction.slice(scale))) return value;
  return scale === 0 ? integer : `${integer}.${fraction.slice(0, scale)}`;
}
