import { ActionIcon, Text, TextInput } from '@mantine/core';
import { IconPhoto, IconX } from '@tabler/icons-react';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { optionNameOf, optionValueOf, type OptionWords } from '@/shared/i18n/options';
import { textOf } from '@/shared/i18n/texts';
import { Section } from '@/shared/ui/page';
import { withLine, type EditLine, type EditValues } from './edit.model';
import { useOrderEditText } from './i18n';
import { ProductPicker } from './product-picker';
import classes from './edit.module.css';

/** The lines of the order as they are to be, and a picker for new ones. */
export function EditLines({ form, currency }: { form: ApiForm<EditValues>; currency: string }) {
  const t = useOrderEditText();
  const { items } = form.values;
  const put = (next: EditLine[]) => {
    form.setFieldValue('items', next);
    form.clearErrors();
  };
  return (
    <Section title={t('items')}>
      <ul className={classes.lines}>
        {items.map((line, index) => (
          <Line
            key={line.line ?? `${line.product_id}-${line.variant_id}-${index}`}
            line={line}
            index={index}
            form={form}
            currency={currency}
            onRemove={() => put(items.filter((_, other) => other !== index))}
          />
        ))}
      </ul>
      {items.length === 0 && (
        <Text size="sm" c="red" mb={14} role="alert">
          {t('empty')}
        </Text>
      )}
      <ProductPicker currency={currency} onPick={(line) => put(withLine(items, line))} />
    </Section>
  );
}

function Line({
  line,
  index,
  form,
  currency,
  onRemove,
}: {
  line: EditLine;
  index: number;
  form: ApiForm<EditValues>;
  currency: string;
  onRemove: () => void;
}) {
  const t = useOrderEditText();
  const { language } = useLanguage();
  const text = textOf(line.name, language);
  const name = `\u2068${text}\u2069`;
  const optionName = (option: OptionWords) =>
    option.name === 'color' || option.name === 'size' ? t(`option.${option.name}`) : optionNameOf(option, language);
  const at = (field: string) => `items.${index}.${field}`;
  const isPriceFixed = (line.refunded ?? 0) > 0;
  const error = form.errors[at('product_id')] ?? form.errors[at('variant_id')] ?? form.errors[at('line')];
  return (
    <li className={classes.line}>
      <span className={classes.thumb}>
        {line.image_url ? <img src={line.image_url} alt="" /> : <IconPhoto size={20} stroke={1.5} aria-hidden />}
      </span>
      <div>
        <div className={classes.name}>
          <bdi>{text}</bdi>
        </div>
        {line.detail.length > 0 && (
          <Text size="xs" c="dimmed" component="div">
            {line.detail.map((option) => (
              <span key={option.name}>
                {option.name && `${optionName(option)}: `}
                <bdi>{optionValueOf(option, language)}</bdi>{' '}
              </span>
            ))}
          </Text>
        )}
        {line.answers?.map((answer) => (
          <Text key={textOf(answer.label, language)} size="xs" c="dimmed" component="div">
            {textOf(answer.label, language)}: <bdi>{answer.value}</bdi>
          </Text>
        ))}
        {isPriceFixed && (
          <Text size="xs" c="dimmed" component="div">
            {t('priceStays')}
          </Text>
        )}
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
      {line.unit_price !== line.base_price && (
        <TextInput
          className={classes.reason}
          label={t('reason')}
          aria-label={t('reasonOf', { name })}
          placeholder={t('reasonPlaceholder')}
          required
          maxLength={200}
          {...form.getInputProps(at('reason'))}
        />
      )}
    </li>
  );
}
