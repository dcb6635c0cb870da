import { MultiSelect, Select, TagsInput, type TagsInputProps } from '@mantine/core';
import { Suspense } from 'react';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import { useShared } from '@/shared/i18n/use-shared';
import { lazyPart } from '@/shared/ui/lazy-part';
import { useRuleBuilderText } from './i18n';
import type { Choice } from './rule-line';

// The calendar loads only for date comparisons.
const DateField = lazyPart(() => import('@/shared/forms/date-field').then((module) => ({ default: module.DateField })));

/** The input for a value: one amount, number, date or choice, several choices, or free words. */
export type ValueInput = 'money' | 'count' | 'days' | 'day' | 'choice' | 'choices' | 'words';

/** Input for the value or values of a rule. */
export function RuleValue({
  input,
  values,
  onChange,
  choices = [],
  words = {},
  nothingFound,
  error,
}: {
  input: ValueInput;
  values: string[];
  onChange: (values: string[]) => void;
  /** The choices; for words they are only suggestions. */
  choices?: readonly Choice[];
  /** For words: placeholder, and the server's limits. */
  words?: Pick<TagsInputProps, 'placeholder' | 'maxTags' | 'maxLength'>;
  nothingFound?: string;
  error?: string;
}) {
  const t = useRuleBuilderText();
  const s = useShared();
  const shared = { 'aria-label': t('value'), error };
  const first = values[0] ?? null;
  const one = (value: string | number | null) => onChange(value === null || value === '' ? [] : [String(value)]);
  switch (input) {
    case 'money':
      return <MoneyField {...shared} value={first ?? ''} onChange={one} />;
    case 'count':
      return <NumberField {...shared} value={first ?? ''} onChange={one} />;
    case 'days':
      return <NumberField {...shared} unit={t('days')} value={first ?? ''} onChange={one} />;
    case 'day':
      return (
        <Suspense fallback={null}>
          <DateField
            {...shared}
            placeholder={t('choose')}
            value={first}
            onChange={(value) => one(typeof value === 'string' ? value : null)}
          />
        </Suspense>
      );
    case 'choice':
      return <Select {...shared} placeholder={t('choose')} data={[...choices]} value={first} onChange={one} />;
    case 'words':
      return (
        <TagsInput
          {...shared}
          {...words}
          placeholder={values.length === 0 ? words.placeholder : undefined}
          data={choices.map((choice) => choice.label)}
          acceptValueOnBlur
          value={values}
          onChange={onChange}
        />
      );
    case 'choices':
      return (
        <MultiSelect
          {...shared}
          placeholder={values.length === 0 ? t('choose') : undefined}
          data={known(choices, values)}
          nothingFoundMessage={nothingFound ?? s('list.noResults')}
          searchable
          value={values}
          onChange={onChange}
        />
      );
  }
}

/** A selected value stays a choice, even if no row has it any more. */
const known = (choices: readonly Choice[], values: readonly string[]): Choice[] => [
  ...choices,
  ...values
    .filter((value) => !choices.some((choice) => choice.value === value))
    .map((value) => ({ value, label: value })),
];
