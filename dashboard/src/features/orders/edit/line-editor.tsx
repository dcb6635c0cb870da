import { ActionIcon, Text, TextInput } from '@mantine/core';
import { IconPhoto, IconX } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import type { ApiForm, FormValues } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { optionNameOf, optionValueOf, type OptionWords } from '@/shared/i18n/options';
import { textOf } from '@/shared/i18n/texts';
import type { EditLine } from './edit.model';
import { useOrderEditText } from './i18n';
import classes from './edit.module.css';

/** One line of an order in a form: product, quantity, price, and the reason for the price. */
export function LineEditor<Values extends FormValues & { items: EditLine[] }>({
  form,
  index,
  line,
  currency,
  badge,
  facts = [],
  notes,
  isPriceFixed = false,
  isReasonAsked,
  reasonPlaceholder,
  reasonNote,
  onRemove,
}: {
  form: ApiForm<Values>;
  index: number;
  line: EditLine;
  currency: string;
  badge?: ReactNode;
  /** Facts shown after the options. */
  facts?: readonly { key: string; text: ReactNode }[];
  /** Notes below the facts. */
  notes?: ReactNode;
  isPriceFixed?: boolean;
  /** The price differs from the regular one. */
  isReasonAsked: boolean;
  reasonPlaceholder: string;
  reasonNote?: ReactNode;
  onRemove: () => void;
}) {
  const t = useOrderEditText();
  const { language } = useLanguage();
  const text = textOf(line.name, language);
  const name = `\u2068${text}\u2069`;
  const optionName = (option: OptionWords) =>
    option.name === 'color' || option.name === 'size' ? t(`option.${option.name}`) : optionNameOf(option, language);
  const at = (field: string) => `items.${index}.${field}`;
  const error = ['product_id', 'variant_id', 'line', 'name'].map((field) => form.errors[at(field)]).find(Boolean);
  const known = [
    ...line.detail.map((option) => ({
      key: option.name,
      text: (
        <>
          {option.name && `${optionName(option)}: `}
          <bdi>{optionValueOf(option, language)}</bdi>
        </>
      ),
    })),
    ...facts,
  ];
  return (
    <li className={classes.line} data-path={at('product_id')}>
      <span className={classes.thumb}>
        {line.image_url ? <img src={line.image_url} alt="" /> : <IconPhoto size={20} stroke={1.5} aria-hidden />}
      </span>
      <div>
        <div className={classes.name}>
          <bdi>{text}</bdi> {badge}
        </div>
        {known.length > 0 && (
          <Text size="xs" c="dimmed" component="div">
            {known.map((fact, place) => (
              <Fragment key={fact.key}>
                {place > 0 && ' · '}
                <span>{fact.text}</span>
              </Fragment>
            ))}
          </Text>
        )}
        {notes}
        {error && (
          <Text size="xs" c="red" role="alert">
            {error}
          </Text>
        )}
      </div>
      <div className={classes.numbers}>
        <NumberField
          aria-label={t('quantityOf', { name })}
          min={1}
          max={100_000}
          {...form.getInputProps(at('quantity'))}
          value={line.quantity}
        />
        <MoneyField
          aria-label={t('priceOf', { name })}
          currency={currency}
          disabled={isPriceFixed}
          {...form.getInputProps(at('unit_price'))}
          value={line.unit_price}
        />
      </div>
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('remove', { name })} onClick={onRemove}>
        <IconX size={17} />
      </ActionIcon>
      {isReasonAsked && (
        <div className={classes.reason}>
          <TextInput
            label={t('reason')}
            aria-label={t('reasonOf', { name })}
            placeholder={reasonPlaceholder}
            required
            maxLength={200}
            {...form.getInputProps(at('reason'))}
          />
          {reasonNote}
        </div>
      )}
    </li>
  );
}
