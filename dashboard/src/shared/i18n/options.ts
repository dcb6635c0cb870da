import type { Language } from './language';
import { textOf, type Texts } from './texts';

/** An option of an order line: its stored names, and translations where there are any. */
export interface OptionWords {
  name: string;
  value: string;
  name_texts?: Texts;
  value_texts?: Texts;
}

/** The option's name in the reader's language. */
export const optionNameOf = (option: Pick<OptionWords, 'name' | 'name_texts'>, language: Language): string =>
  option.name_texts?.[language] || option.name;

/** The option's value in the reader's language. */
export const optionValueOf = (option: Pick<OptionWords, 'value' | 'value_texts'>, language: Language): string =>
  option.value_texts?.[language] || option.value;

/** A variant of the stock list: its values joined. */
export const variantOf = (
  variant: { option_values: readonly string[]; option_texts: readonly Texts[] },
  language: Language,
): string => variant.option_values.map((value, at) => textOf(variant.option_texts[at], language) || value).join(' / ');

/** The options of a product's variant, in the form of an order line. */
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
