import { CloseButton, Text } from '@mantine/core';
import { useProductText } from '../i18n';
import { errorUnder } from './errors-under';
import classes from './form.module.css';
import { knownColor } from './known-colors';
import type { ProductFormState } from './product-form';
import type { OptionValues } from './variants';

/** The swatch of each value in the store. */
export function OptionColors({
  form,
  index,
  option,
  onChange,
}: {
  form: ProductFormState;
  index: number;
  option: OptionValues;
  onChange: (colors: Record<string, string>) => void;
}) {
  const t = useProductText();
  if (option.values.length === 0) return null;
  return (
    <div data-translated={`options.${index}.colors`}>
      <Text size="xs" c="dimmed" mt={10} mb={6}>
        {t('options.colorsText')}
      </Text>
      <div className={classes.colors}>
        {option.values.map((value) => {
          const color = option.colors[value];
          const shownColor = color ?? knownColor(value);
          return (
            <span key={value} className={classes.color} data-set={shownColor ? true : undefined}>
              <label className={classes.colorLabel}>
                <input
                  type="color"
                  aria-label={t('options.colorOf', { value })}
                  value={shownColor ?? '#ffffff'}
                  onChange={(event) => onChange({ ...option.colors, [value]: event.currentTarget.value })}
                />
                <bdi>{value}</bdi>
              </label>
              {color && (
                <CloseButton
                  size="xs"
                  aria-label={t('options.colorRemove', { value })}
                  onClick={() => {
                    const { [value]: _gone, ...rest } = option.colors;
                    onChange(rest);
                  }}
                />
              )}
            </span>
          );
        })}
      </div>
      {errorUnder(form, `options.${index}.colors`) && (
        <Text size="xs" c="red" mt={6} role="alert">
          {errorUnder(form, `options.${index}.colors`)}
        </Text>
      )}
    </div>
  );
}
