import { Text } from '@mantine/core';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { Section } from '@/shared/ui/page';
import { withLine, type EditLine, type EditValues } from './edit.model';
import { useOrderEditText } from './i18n';
import { LineEditor } from './line-editor';
import { ProductPicker } from './product-picker';
import classes from './edit.module.css';

/** The edited lines of the order, and a picker for new ones. */
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
  const isPriceFixed = (line.refunded ?? 0) > 0;
  return (
    <LineEditor
      form={form}
      index={index}
      line={line}
      currency={currency}
      notes={
        <>
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
        </>
      }
      isPriceFixed={isPriceFixed}
      isReasonAsked={line.unit_price !== line.base_price}
      reasonPlaceholder={t('reasonPlaceholder')}
      onRemove={onRemove}
    />
  );
}
