import { Group, SegmentedControl, Text, VisuallyHidden } from '@mantine/core';
import { useFormLanguage } from '@/shared/forms/form-language';
import { useFormText } from '@/shared/forms/i18n';
import { languagesMissing } from '@/shared/forms/languages-missing';
import classes from '@/shared/forms/translated-field.module.css';
import { languageNames, type Language } from '@/shared/i18n/language';
import { getSession, storeLanguages } from '@/shared/session/session';
import type { Section, SectionOption } from '../theme-editor.api';
import { useSettingsText } from './i18n';
import { isShown, isTranslated } from './setting-rules';
import type { Errors } from './use-fields';

/** The values of the translated settings that show, of the blocks too. */
function translatedTexts(option: SectionOption, section: Section): unknown[] {
  const lists = [
    { settings: option.settings, values: section.settings },
    ...section.blocks.map(({ type, settings: values }) => ({
      settings: option.blocks.find((kind) => kind.type === type)?.settings ?? [],
      values,
    })),
  ];
  return lists.flatMap(({ settings, values }) =>
    settings
      .filter((setting) => isTranslated(setting) && isShown(setting, values))
      .map((setting) => values[setting.id]),
  );
}

const hasTranslated = ({ settings, blocks }: SectionOption) =>
  [settings, ...blocks.map((kind) => kind.settings)].some((list) => list.some(isTranslated));

/**
 * The language of all texts of the section; nothing where there is one language, or no text. A dot marks a language
 * with missing texts, another one with errors.
 */
export function LanguageSwitch({
  option,
  section,
  errors,
  faulty,
}: {
  option: SectionOption;
  section: Section;
  errors: Errors;
  /** Languages in which something was entered that is wrong. */
  faulty: ReadonlySet<Language>;
}) {
  const t = useSettingsText();
  const f = useFormText();
  const at = useFormLanguage();
  const languages = storeLanguages(getSession());
  if (!at || languages.length < 2 || !hasTranslated(option)) return null;
  const missing = new Set(translatedTexts(option, section).flatMap((texts) => languagesMissing(texts, languages)));
  const isRefused = (language: Language) =>
    Object.keys(errors).some((path) => /^(?:settings|blocks)\./.test(path) && path.endsWith(`.${language}`));
  return (
    <Group gap={10} wrap="nowrap" justify="space-between">
      <Text size="sm" fw={500}>
        {t('language')}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={t('language')}
        value={at.language}
        onChange={(value) => at.setLanguage(value as Language)}
        data={languages.map((language) => {
          const isWrong = faulty.has(language) || isRefused(language);
          return {
            value: language,
            label: (
              <span className={isWrong ? classes.wrong : undefined}>
                {languageNames[language]}
                {isWrong && ' •'}
                {missing.has(language) && !isWrong && (
                  <>
                    <span className={classes.missing} aria-hidden />
                    <VisuallyHidden> ({f('field.untranslated')})</VisuallyHidden>
                  </>
                )}
              </span>
            ),
          };
        })}
      />
    </Group>
  );
}
