import { TextInput, type TextInputProps } from '@mantine/core';
import { useLanguage } from '../i18n/language';

/**
 * A text that is always written left to right (URL, SKU, IBAN, tracking number, e-mail) inside an Arabic form: the
 * value runs left to right, label and error keep the page's direction.
 */
export function LtrField(props: TextInputProps) {
  const { dir } = useLanguage();
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...props}
      dir="ltr"
      styles={{
        label: { direction: dir, textAlign: 'start' },
        error: { direction: dir, textAlign: 'start' },
        description: { direction: dir, textAlign: 'start' },
        root: { textAlign: 'start' },
      }}
    />
  );
}
