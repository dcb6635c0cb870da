import { Input, SimpleGrid } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { compareDecimal } from '../forms/decimal';
import { useShared } from '../i18n/use-shared';

export type Range = [from: string, until: string];

export const isRange = ([from, until]: Range): boolean => !from || !until || compareDecimal(from, until) <= 0;

/** Swaps the ends when the later date was chosen first. */
export const inOrder = ([from, until]: Range): Range => (from && until && from > until ? [until, from] : [from, until]);

export interface RangeEnd {
  'aria-label': string;
  placeholder: string;
  value: string;
  onChange: (value: string | number | null) => void;
}

/** From and to: two fields of one kind side by side, rendered by `children`. */
export function RangeFilter({
  label,
  words,
  value,
  onChange,
  isWrong = false,
  before,
  children,
}: {
  label: string;
  /** Labels of the ends; "From" and "To" unless stated. */
  words?: readonly [string, string];
  value: Range;
  onChange: (value: Range) => void;
  isWrong?: boolean;
  before?: ReactNode;
  children: (end: RangeEnd) => ReactNode;
}) {
  const s = useShared();
  const ends = words ?? [s('range.from'), s('range.until')];
  return (
    <Input.Wrapper label={label} labelElement="div" error={isWrong ? s('range.wrong') : undefined}>
      {before}
      <SimpleGrid cols={2} spacing={10} mb={isWrong ? 6 : 0}>
        {ends.map((word, at) => (
          <Fragment key={word}>
            {children({
              'aria-label': `${label}: ${word}`,
              placeholder: word,
              value: value[at] ?? '',
              onChange: (next) => {
                const text = String(next ?? '');
                onChange(at === 0 ? [text, value[1]] : [value[0], text]);
              },
            })}
          </Fragment>
        ))}
      </SimpleGrid>
    </Input.Wrapper>
  );
}
