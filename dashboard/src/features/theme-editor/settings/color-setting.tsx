import { TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatNumber } from '@/shared/i18n/format';
import { latinDigits, withoutMarks } from '@/shared/i18n/digits';
import type { Values } from '../theme-editor.api';
import { weakContrast } from './contrast';
import { useSettingsText } from './i18n';
import { useWords, type InputProps } from './plain-settings';
import { isColor } from './setting-rules';
import classes from './settings.module.css';

/** A colour as people write it: without its mark, in capitals, with Arabic digits. */
function asColor(input: string): string {
  const text = withoutMarks(latinDigits(input)).trim().toLowerCase();
  return text === '' || text.startsWith('#') ? text : `#${text}`;
}

/** `#abc` is short for `#aabbcc`. */
const whole = (color: string) => (/^#[\da-f]{3}$/.test(color) ? color.replace(/[\da-f]/g, '$&$&') : color);

/** A colour: the browser's picker, its code, and the colours that the theme has. */
export function ColorSetting({
  setting,
  field,
  isReadOnly,
  palette,
  values,
}: InputProps<'color'> & {
  palette: readonly string[];
  /** All settings of the same list, for the contrast. */
  values: Values;
}) {
  const t = useSettingsText();
  const { label, description } = useWords(setting);
  const note = useId();
  const [isFocused, setFocused] = useState(false);
  const value = typeof field.value === 'string' ? field.value : '';
  const stored = values[setting.id];
  const weak = weakContrast(setting.id, values);
  return (
    <div>
      <TextInput
        label={label}
        description={description}
        data-path={field.path}
        aria-describedby={weak ? note : undefined}
        autoComplete="off"
        spellCheck={false}
        disabled={isReadOnly}
        classNames={{ input: 'amount-input' }}
        // A code that is being typed is not wrong yet.
        error={(isFocused ? null : field.fault) ?? field.refusal}
        value={value}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          if (field.fault && isColor(whole(value))) field.set(whole(value));
        }}
        onChange={({ currentTarget }) => field.set(asColor(currentTarget.value))}
        leftSectionWidth={44}
        leftSection={
          <input
            type="color"
            className={classes.swatch}
            aria-label={t('color.pick', { name: label })}
            disabled={isReadOnly}
            value={[value, stored].find(isColor)?.toLowerCase() ?? '#000000'}
            onChange={({ currentTarget }) => field.set(currentTarget.value)}
          />
        }
      />
      {palette.length > 0 && !isReadOnly && (
        <div className={classes.palette} role="group" aria-label={t('color.palette', { name: label })}>
          {[...new Set(palette)].map((color) => (
            <button
              key={color}
              type="button"
              className={classes.paint}
              style={{ background: color }}
              aria-label={color}
              aria-pressed={color.toLowerCase() === value.toLowerCase()}
              onClick={() => field.set(color.toLowerCase())}
            />
          ))}
        </div>
      )}
      <div id={note} role="status">
        {weak && (
          <div className={classes.warning}>
            <IconAlertTriangle size={15} aria-hidden />
            {/* Rounded down: 4.46 must not read as enough. */}
            <span>{t(`contrast.${weak.pair}`, { ratio: formatNumber(Math.floor(weak.ratio * 10) / 10, 1) })}</span>
          </div>
        )}
      </div>
    </div>
  );
}
