import { Input, PinInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { latinDigits } from '../i18n/digits';

/** A one-time code: left to right, filled by the phone's own suggestion, Arabic digits accepted, pasted whole. */
export function OtpField({
  label,
  value,
  onChange,
  onComplete,
  length = 6,
  error,
  disabled,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onComplete?: (value: string) => void;
  length?: number;
  error?: ReactNode;
  disabled?: boolean;
}) {
  return (
    <Input.Wrapper label={label} error={error} styles={{ error: { marginBlockStart: 6 } }}>
      <div dir="ltr" style={{ display: 'flex', justifyContent: 'center' }} data-path="code">
        <PinInput
          length={length}
          oneTimeCode
          autoFocus
          size="md"
          gap={8}
          placeholder=""
          type={/^[0-9٠-٩۰-۹]*$/}
          // "tel" shows the number pad; with "numeric" Mantine blocks all keys but 0 to 9, and Arabic keyboards type
          // other digits.
          inputMode="tel"
          aria-label={label}
          ariaLabel={label}
          disabled={disabled}
          error={Boolean(error)}
          value={value}
          onChange={(input) => onChange(latinDigits(input))}
          onComplete={(input) => onComplete?.(latinDigits(input))}
        />
      </div>
    </Input.Wrapper>
  );
}
