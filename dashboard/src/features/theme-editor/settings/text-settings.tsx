import { Group, Input, Text, Textarea, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { directionOf, languageNames, useLanguage, type Language } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { RichText } from '@/shared/rich-text/rich-text';
import { getSession, storeLanguages } from '@/shared/session/session';
import { isTranslated, type SettingOf } from './setting-rules';
import type { Field } from './use-fields';

interface TextProps<Kind extends 'text' | 'textarea' | 'richtext'> {
  setting: SettingOf<Kind>;
  field: Field;
  /** The language being edited; counts for a translated text only. */
  language: Language;
  isReadOnly: boolean;
}

/** What all three have: names, the language, its direction. */
function useTextParts({ setting, field, language }: Omit<TextProps<'text' | 'textarea' | 'richtext'>, 'isReadOnly'>) {
  const page = useLanguage();
  const isIn = isTranslated(setting) && storeLanguages(getSession()).length > 1 ? language : null;
  const label = textOf(setting.label, page.language);
  return {
    label,
    /** Says the language as well. */
    name: isIn ? `${label} (${languageNames[isIn]})` : label,
    hint: textOf(setting.hint, page.language) || undefined,
    tag: isIn && languageNames[isIn],
    isTagWrong: Boolean(field.fault ?? field.refusal),
    error: field.fault ?? field.refusal,
    value: typeof field.value === 'string' ? field.value : '',
    /** The setting's own path: the form of an error in a language that does not show. */
    translated: isTranslated(setting) ? field.path.slice(0, field.path.lastIndexOf('.')) : undefined,
    lang: isTranslated(setting) ? language : undefined,
    dir: isTranslated(setting) ? directionOf(language) : undefined,
  };
}

/** The label, with the language of the text at its end. */
function TextLabel({
  id,
  label,
  tag,
  isRequired,
  isTagWrong,
}: {
  /** The input's; none for the editor. */
  id?: string;
  label: string;
  tag: string | null;
  isRequired: boolean;
  isTagWrong: boolean;
}) {
  return (
    <Group justify="space-between" mb={4} gap={8} wrap="nowrap" align="baseline">
      <Input.Label required={isRequired} mb={0} {...(id ? { htmlFor: id } : { component: 'div' as const })}>
        {label}
      </Input.Label>
      {tag && (
        <Text span size="xs" c={isTagWrong ? 'red' : 'dimmed'} aria-hidden>
          {tag}
        </Text>
      )}
    </Group>
  );
}

/** One line or several. */
export function TextSetting(props: TextProps<'text' | 'textarea'>) {
  const { setting, field, isReadOnly } = props;
  const id = useId();
  const { label, name, hint, tag, isTagWrong, error, value, translated, lang, dir } = useTextParts(props);
  const input = {
    id,
    'aria-label': name,
    'data-path': field.path,
    description: hint,
    error,
    lang,
    dir,
    disabled: isReadOnly,
    value,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => field.set(currentTarget.value),
  };
  return (
    <div data-translated={translated}>
      <TextLabel id={id} label={label} tag={tag} isRequired={setting.is_required === true} isTagWrong={isTagWrong} />
      {setting.type === 'text' ? (
        <TextInput key={lang} {...input} autoComplete="off" />
      ) : (
        <Textarea key={lang} {...input} autosize minRows={3} maxRows={12} />
      )}
    </div>
  );
}

/**
 * Formatted text. The editor keeps its own text: it begins anew when the value comes from elsewhere (an undo), but never
 * under the cursor, where the server's own spelling of the same text may arrive.
 */
export function RichTextSetting(props: TextProps<'richtext'>) {
  const { setting, field, isReadOnly } = props;
  const { label, name, hint, tag, isTagWrong, error, value, translated, lang, dir } = useTextParts(props);
  const [isFocused, setFocused] = useState(false);
  const [own, setOwn] = useState({ lang, text: value, count: 0 });
  if (own.lang !== lang || (own.text !== value && !isFocused)) setOwn({ lang, text: value, count: own.count + 1 });
  return (
    <div
      data-translated={translated}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      <TextLabel label={label} tag={tag} isRequired={setting.is_required === true} isTagWrong={isTagWrong} />
      {hint && <Input.Description mb={4}>{hint}</Input.Description>}
      <RichText
        key={own.count}
        name={name}
        data-path={field.path}
        dir={dir}
        minHeight={140}
        isReadOnly={isReadOnly}
        error={error}
        value={value}
        onChange={(html) => {
          setOwn((current) => ({ ...current, text: html }));
          field.set(html);
        }}
      />
    </div>
  );
}
