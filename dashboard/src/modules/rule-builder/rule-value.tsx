import { MultiSelect, Select, TagsInput, type TagsInputProps } from '@mantine/core';
import { Suspense } from 'react';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import { useShared } from '@/shared/i18n/use-shared';
import { lazyPart } from '@/shared/ui/lazy-part';
import { useRuleBuilderText } from './i18n';
import type { Choice } from './rule-line';

// The calendar is only for who compares with a day.
const DateField = lazyPart(() => import('@/shared/forms/date-field').then((module) => ({ default: module.DateField })));

/** What a value is asked with: one amount, number, day or choice, several choices, or words that anybody may write. */
export type ValueInput = 'money' | 'count' | 'days' | 'day' | 'choice' | 'choices' | 'words';

/** The value of a rule, or its values. */
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
  /** Of a choice; of words they are only proposed. */
  choices?: readonly Choice[];
  /** Of words: the hint while there are none, and the server's limits. */
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

/** What is chosen stays a choice, though nothing has it any more. */
const known = (choices: readonly Choice[], values: readonly string[]): Choice[] => [
  ...choices,
  ...values
    .filter((value) => !choices.some((choice) => choice.value === value))
    .map((value) => ({ value, label: value })),
];
