import { Input, SimpleGrid, TextInput } from '@mantine/core';
import { useFormLanguage } from '@/shared/forms/form-language';
import { languageNames } from '@/shared/i18n/language';
import { getSession, storeLanguages } from '@/shared/session/session';
import { useProductText } from '../i18n';
import type { OptionValues } from './variants';

const none = { ar: '', en: '' };

/** Translations of an option and its values, while the form's language is not the one they are stored in. */
export function OptionTexts({
  option,
  index,
  onChange,
}: {
  option: OptionValues;
  index: number;
  onChange: (part: Partial<OptionValues>) => void;
}) {
  const t = useProductText();
  const at = useFormLanguage();
  const language = at?.language;
  const { name_texts, value_texts, values } = option;
  const hasOwn = (code: 'ar' | 'en') => values.some((value) => value_texts[value]?.[code]);
  if (!language || values.length === 0) return null;
  if (language === storeLanguages(getSession())[0] && !hasOwn(language)) return null;
  const languageName = languageNames[language];
  const dir = language === 'ar' ? 'rtl' : 'ltr';
  return (
    <Input.Wrapper label={t('options.texts', { language: languageName })} mt={12}>
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing={8} mt={4}>
        {option.kind === 'custom' && (
          <TextInput
            size="xs"
            lang={language}
            dir={dir}
            maxLength={60}
            aria-label={t('options.nameIn', { language: languageName })}
            placeholder={option.name}
            data-path={`options.${index}.name_texts.${language}`}
            value={name_texts[language]}
            onChange={(event) => onChange({ name_texts: { ...name_texts, [language]: event.currentTarget.value } })}
          />
        )}
        {values.map((value) => (
          <TextInput
            key={value}
            size="xs"
            lang={language}
            dir={dir}
            maxLength={100}
            aria-label={t('options.textOf', { value, language: languageName })}
            placeholder={value}
            value={value_texts[value]?.[language] ?? ''}
            onChange={(event) =>
              onChange({
                value_texts: {
                  ...value_texts,
                  [value]: { ...none, ...value_texts[value], [language]: event.currentTarget.value },
                },
              })
            }
          />
        ))}
      </SimpleGrid>
    </Input.Wrapper>
  );
}
