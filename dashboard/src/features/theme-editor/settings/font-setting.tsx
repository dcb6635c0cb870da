import { Input } from '@mantine/core';
import { useId } from 'react';
import { directionOf, useLanguage } from '@/shared/i18n/language';
import { textOf, type Texts } from '@/shared/i18n/texts';
import { getSession, storeLanguages } from '@/shared/session/session';
import ar from './i18n/ar.json';
import en from './i18n/en.json';
import { useWords, type InputProps } from './plain-settings';
import classes from './settings.module.css';
import { useThemeFont } from './theme-fonts';

/** A face differs by script: the sample stands in every language of the store, whatever the reader's own is. */
const samples = { ar: ar['font.sample'], en: en['font.sample'] };

/** One of the theme's fonts, each in its own face. */
export function FontSetting({ setting, field, isReadOnly, theme }: InputProps<'font'> & { theme: string }) {
  const words = useWords(setting);
  const [name, heading] = [useId(), useId()];
  return (
    <Input.Wrapper {...words} labelElement="div" labelProps={{ id: heading }} error={field.refusal}>
      <div role="radiogroup" aria-labelledby={heading} className={classes.fonts}>
        {setting.options.map(({ value, label }, index) => (
          <label key={value} className={classes.font}>
            <input
              type="radio"
              name={name}
              value={value}
              data-path={index === 0 ? field.path : undefined}
              disabled={isReadOnly}
              checked={field.value === value}
              onChange={() => field.set(value)}
            />
            <FontText theme={theme} value={value} label={label} />
          </label>
        ))}
      </div>
    </Input.Wrapper>
  );
}

/** The name of a font and a sample, in its own face; in that of the dashboard where the font cannot be had. */
function FontText({ theme, value, label }: { theme: string; value: string; label: Texts }) {
  const { language } = useLanguage();
  const fontFamily = useThemeFont(theme, value);
  return (
    <span className={classes.fontText} style={{ fontFamily }}>
      {textOf(label, language)}
      {storeLanguages(getSession()).map((at) => (
        <span key={at} className={classes.fontSample} lang={at} dir={directionOf(at)} aria-hidden>
          {samples[at]}
        </span>
      ))}
    </span>
  );
}
