import { Group, Input, SegmentedControl, Text, Textarea, TextInput, VisuallyHidden } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { getSession, storeLanguages } from '../session/session';
import { languageNames, type Language } from '../i18n/language';
import { useFormText } from './i18n';
import { languagesInError } from './field-errors';
import { useFocusRequest } from './form-context';
import { useFormLanguage } from './form-language';
import { languagesMissing } from './languages-missing';
import classes from './translated-field.module.css';
import type { ApiForm, FormValues } from './use-api-form';

type Kind = 'text' | 'multiline';

/**
 * One text in the store's languages (PR-08). Values live at `name.ar` and `name.en`; a language with an error turns its
 * tab red, and a server error opens the tab it belongs to.
 *
 * ```tsx
 * <TranslatedField form={form} name="name" label={t('name')} required />
 * <TranslatedField form={form} name="description" label={t('description')}>
 *   {(language, props) => <RichText {...props} dir={directionOf(language)} />}
 * </TranslatedField>
 * ```
 * Inside a `FormLanguageProvider` the form's switch decides, and the field only shows its language.
 */
export function TranslatedField<Values extends FormValues>({
  form,
  name,
  label,
  description,
  required,
  kind = 'text',
  rows = 3,
  maxLength,
  placeholder,
  autoFocus,
  children,
}: {
  form: ApiForm<Values>;
  name: keyof Values & string;
  label: string;
  description?: ReactNode;
  required?: boolean;
  kind?: Kind;
  rows?: number;
  maxLength?: number;
  placeholder?: string;
  /** Focus on mount, for the first field of a dialog that adds something. */
  autoFocus?: boolean;
  children?: (
    language: Language,
    props: { value: string; onChange: (value: string) => void; error?: ReactNode; 'data-path': string },
  ) => ReactNode;
}) {
  const s = useFormText();
  const languages = storeLanguages(getSession());
  const ofForm = useFormLanguage();
  const [own, setLanguage] = useState<Language>(languages[0] ?? 'ar');
  const language = ofForm?.language ?? own;
  const [answered, setAnswered] = useState(0);
  const request = useFocusRequest();
  if (request && request.at !== answered) {
    setAnswered(request.at);
    const requested = languages.find((candidate) => request.path === `${name}.${candidate}`);
    if (requested) setLanguage(requested);
  }
  const invalidLanguages = languagesInError(form.errors, name);
  const missing = languagesMissing(form.getValues()[name], languages).filter((at) => !invalidLanguages.includes(at));
  const path = `${name}.${language}`;
  const props = form.getInputProps(path);
  const value = (props.value as string | null | undefined) ?? '';
  // Pasted text is not truncated: the field keeps it and shows its limit, and the form is not submitted (`focusInvalidField`).
  const tooLong =
    maxLength !== undefined && [...value].length > maxLength ? s('rule.maxLength', { count: maxLength }) : undefined;
  const shared = {
    ...props,
    ref: (field: HTMLInputElement | HTMLTextAreaElement | null) => field?.setCustomValidity(tooLong ?? ''),
    error: (props.error as ReactNode) ?? tooLong,
    'aria-label': `${label} (${languageNames[language]})`,
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    placeholder,
    'data-autofocus': autoFocus || undefined,
    value,
  };
  return (
    <div data-translated={name}>
      <Group justify="space-between" mb={4} gap={8} wrap="nowrap">
        <Input.Label required={required} component="div">
          {label}
        </Input.Label>
        {languages.length > 1 && ofForm && (
          <Text span size="xs" c={invalidLanguages.length > 0 ? 'red' : 'dimmed'} aria-hidden>
            {(invalidLanguages.length > 0 ? invalidLanguages : [language])
              .map((at) => languageNames[at as Language])
              .join(' · ')}
          </Text>
        )}
        {languages.length > 1 && !ofForm && (
          <SegmentedControl
            size="xs"
            aria-label={s('field.language', { field: label })}
            value={language}
            onChange={(value) => setLanguage(value as Language)}
            data={languages.map((candidate) => ({
              value: candidate,
              label: (
                <span className={invalidLanguages.includes(candidate) ? classes.wrong : undefined}>
                  {languageNames[candidate]}
                  {invalidLanguages.includes(candidate) ? ' •' : ''}
                  {missing.includes(candidate) && (
                    <>
                      <span className={classes.missing} aria-hidden />
                      <VisuallyHidden> ({s('field.untranslated')})</VisuallyHidden>
                    </>
                  )}
                </span>
              ),
            }))}
          />
        )}
      </Group>
      {description && <Input.Description mb={4}>{description}</Input.Description>}
      {children ? (
        // A new editor per language: the undo history must not mix the texts.
        <div key={language}>
          {children(language, {
            value,
            onChange: props.onChange,
            error: props.error as ReactNode,
            'data-path': path,
          })}
        </div>
      ) : kind === 'multiline' ? (
        <Textarea {...shared} autosize minRows={rows} maxRows={12} />
      ) : (
        <TextInput {...shared} />
      )}
    </div>
  );
}
