import { ActionIcon, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useProductText } from '../i18n';
import { clearUnder, errorUnder } from './errors-under';
import classes from './form.module.css';
import { OptionColors } from './option-colors';
import { OptionTexts } from './option-texts';
import type { ProductFormState } from './product-form';
import { sameValue, type OptionKind, type OptionValues } from './variants';

/** One option of a product: name, values, their colours and translations. */
export function OptionEditor({
  form,
  option,
  index,
  onRename,
  onValues,
  onRemove,
}: {
  form: ProductFormState;
  option: OptionValues;
  index: number;
  /** Changes that add and remove no variant. */
  onRename: (part: Partial<OptionValues>) => void;
  onValues: (values: string[]) => void;
  onRemove: () => void;
}) {
  const t = useProductText();
  return (
    <div className={classes.option}>
      <div className={classes.optionGrid}>
        <Stack gap={8}>
          <Select
            label={t('options.name')}
            allowDeselect={false}
            data={(['color', 'size', 'custom'] as const).map((kind) => ({
              value: kind,
              label: t(`options.${kind}`),
              disabled:
                kind !== 'custom' &&
                form.values.options.some((other) => other.kind === kind && other.key !== option.key),
            }))}
            value={option.kind}
            error={option.kind === 'custom' ? undefined : form.errors[`options.${index}.name`]}
            onChange={(kind) => kind && onRename({ kind: kind as OptionKind })}
          />
          {option.kind === 'custom' && (
            <TextInput
              aria-label={t('options.customName')}
              placeholder={t('options.customName')}
              maxLength={60}
              data-path={`options.${index}.name`}
              value={option.name}
              error={form.errors[`options.${index}.name`]}
              onChange={(event) => onRename({ name: event.currentTarget.value })}
            />
          )}
        </Stack>
        <div className={classes.optionEnd}>
          <div data-translated={`options.${index}.values`}>
            <TagsInput
              label={t('options.values')}
              placeholder={t(`options.placeholder.${option.kind}`)}
              splitChars={[',', '،', ';']}
              acceptValueOnBlur
              data-path={`options.${index}.values`}
              isDuplicate={(value, current) => current.some((other) => sameValue(other) === sameValue(value))}
              value={option.values}
              error={errorUnder(form, `options.${index}.values`)}
              onChange={(values) => onValues(values.map((value) => value.trim()))}
            />
          </div>
          <ActionIcon
            color="red"
            mt={26}
            size={36}
            aria-label={t('options.remove', { place: index + 1 })}
            onClick={onRemove}
          >
            <IconTrash size={17} />
          </ActionIcon>
        </div>
      </div>
      <OptionTexts option={option} index={index} onChange={onRename} />
      {option.kind === 'color' && (
        <OptionColors
          form={form}
          index={index}
          option={option}
          onChange={(colors) => {
            clearUnder(form, `options.${index}.colors`);
            onRename({ colors });
          }}
        />
      )}
    </div>
  );
}
