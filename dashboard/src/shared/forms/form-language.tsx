import { Group, SegmentedControl, Text, VisuallyHidden } from '@mantine/core';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { languageNames, type Language } from '../i18n/language';
import { useFormText } from './i18n';
import type { Texts } from '../i18n/texts';
import { getSession, storeLanguages } from '../session/session';
import { useFocusRequest } from './form-context';
import { languagesMissing } from './languages-missing';
import classes from './translated-field.module.css';
import type { ApiForm, FormValues } from './use-api-form';

interface FormLanguage {
  language: Language;
  setLanguage: (language: Language) => void;
}
const Context = createContext<FormLanguage | null>(null);

/** The language being edited in the surrounding form; null where each field has its own switch. */
export const useFormLanguage = (): FormLanguage | null => useContext(Context);

/** One language for all texts of a form; it must be inside `Form`, so that an error opens its language. */
export function FormLanguageProvider({ children }: { children: ReactNode }) {
  const languages = storeLanguages(getSession());
  const [language, setLanguage] = useState<Language>(languages[0] ?? 'ar');
  const [answered, setAnswered] = useState(0);
  const request = useFocusRequest();
  if (request && request.at !== answered) {
    setAnswered(request.at);
    const requested = languages.find((candidate) => request.path.endsWith(`.${candidate}`));
    if (requested) setLanguage(requested);
  }
  return <Context value={{ language, setLanguage }}>{children}</Context>;
}

/** The switch; nothing where the store has one language. A dot marks a language with missing texts or errors. */
export function FormLanguageSwitch<Values extends FormValues>({
  form,
  names,
  texts = [],
  label,
}: {
  form: ApiForm<Values>;
  /** The form's translated fields. */
  names: readonly (keyof Values & string)[];
  /** Its further texts, such as those of the rows of a list. */
  texts?: readonly Texts[];
  label: string;
}) {
  const s = useFormText();
  const at = useFormLanguage();
  const languages = storeLanguages(getSession());
  if (!at || languages.length < 2) return null;
  const values = form.getValues();
  const faults = Object.keys(form.errors).filter((path) => form.errors[path]);
  const invalidLanguages = new Set(
    languages.filter((candidate) => faults.some((path) => path.endsWith(`.${candidate}`))),
  );
  const missing = new Set(
    [...names.map((name) => values[name]), ...texts].flatMap((text) => languagesMissing(text, languages)),
  );
  return (
    <Group gap={10} wrap="nowrap" justify="space-between">
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={label}
        value={at.language}
        onChange={(value) => at.setLanguage(value as Language)}
        data={languages.map((candidate) => ({
          value: candidate,
          label: (
            <span className={invalidLanguages.has(candidate) ? classes.wrong : undefined}>
              {languageNames[candidate]}
              {invalidLanguages.has(candidate) ? ' •' : ''}
              {missing.has(candidate) && !invalidLanguages.has(candidate) && (
                <>
                  <span className={classes.missing} aria-hidden />
                  <VisuallyHidden> ({s('field.untranslated')})</VisuallyHidden>
                </>
              )}
            </span>
          ),
        }))}
      />
    </Group>
  );
}
