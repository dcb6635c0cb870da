import { Text } from '@mantine/core';
import { DecimalInput, type DecimalInputProps } from './decimal-input';

type Props = Omit<DecimalInputProps, 'value' | 'onChange' | 'scale' | 'min' | 'max' | 'sign' | 'padded'> & {
  value: number | string | null | undefined;
  /** null when cleared. */
  onChange: (value: number | null) => void;
  /** Decimal places; 0 for counts. */
  scale?: number;
  min?: number;
  max?: number;
  /** A unit at the end: "kg", "%". */
  unit?: string;
};

/** A count, weight or percentage; accepts Arabic digits. Money goes through `MoneyField`. */
export function NumberField({ value, onChange, scale = 0, min, max, unit, ...props }: Props) {
  return (
    <DecimalInput
      {...props}
      value={value === null || value === undefined ? '' : String(value)}
      onChange={(text) => onChange(text === '' ? null : Number(text))}
      scale={scale}
      negative={min !== undefined && min < 0}
      min={min === undefined ? undefined : String(min)}
      max={max === undefined ? undefined : String(max)}
      sign={
        unit ? (
          <Text span size="xs" c="dimmed">
            {unit}
          </Text>
        ) : undefined
      }
    />
  );
}
