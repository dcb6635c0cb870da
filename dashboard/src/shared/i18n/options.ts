import type { Language } from './language';
import { textOf, type Texts } from './texts';

/** An option of an order's line: words of the product, and their names where a language has its own. */
export interface OptionWords {
  name: string;
  value: string;
  name_texts?: Texts;
  value_texts?: Texts;
}

/** The option's name as the reader's language has it. */
export const optionNameOf = (option: Pick<OptionWords, 'name' | 'name_texts'>, language: Language): string =>
  option.name_texts?.[language] || option.name;

/** Its value as the reader's language has it. */
export const optionValueOf = (option: Pick<OptionWords, 'value' | 'value_texts'>, language: Language): string =>
  option.value_texts?.[language] || option.value;

/** A variant of the list of quantities: its values one after the other. */
export const variantOf = (
  variant: { option_values: readonly string[]; option_texts: readonly Texts[] },
  language: Language,
): string => variant.option_values.map((value, at) => textOf(variant.option_texts[at], language) || value).join(' / ');

/** The options of a product's variant, as an order's line holds them. */
export const optionsOf = (
  options: readonly { name: string; name_texts?: Texts; value_texts?: Record<string, Texts> }[],
  values: readonly string[],
): OptionWords[] =>
  values.map((value, at) => ({
    name: options[at]?.name ?? '',
    value,
    name_texts: options[at]?.name_texts,
    value_texts: options[at]?.value_texts?.[value],
  }));
