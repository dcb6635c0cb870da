import { Input, SegmentedControl, Select, Slider, Switch } from '@mantine/core';
import { useState } from 'react';
import { DayTimeField } from '@/shared/forms/day-time-field';
import { DecimalInput } from '@/shared/forms/decimal-input';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import type { Setting } from '../theme-editor.api';
import { useSettingsText } from './i18n';
import type { SettingOf } from './setting-rules';
import classes from './settings.module.css';
import type { Field } from './use-fields';

export interface InputProps<Kind extends Setting['type']> {
  setting: SettingOf<Kind>;
  field: Field;
  isReadOnly: boolean;
}

/** Label, hint and marks of an input, as Mantine's fields take them. */
export function useWords({ label, hint, is_required }: Setting) {
  const { language } = useLanguage();
  return {
    label: textOf(label, language),
    description: textOf(hint, language) || undefined,
    required: is_required === true,
  };
}

/** A whole number; with a slider beside it for a range. */
export function NumberSetting({ setting, field, isReadOnly }: InputProps<'number' | 'range'>) {
  const words = useWords(setting);
  const [isFocused, setFocused] = useState(false);
  const { min, max } = setting;
  const number = typeof field.value === 'number' ? field.value : null;
  // Too small a number may be the beginning of one.
  const isBegun = isFocused && number !== null && number < min && min > 0;
  const input = {
    'data-path': field.path,
    scale: 0,
    // The message names both bounds; the field's own would name one.
    negative: true,
    disabled: isReadOnly,
    error: (isBegun ? null : field.fault) ?? field.refusal,
    value: number === null ? '' : String(number),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
    onChange: (text: string) => field.set(text === '' ? null : Number(text)),
  };
  if (setting.type === 'number') return <DecimalInput {...words} {...input} />;
  return (
    <DecimalInput
      {...input}
      aria-label={words.label}
      className={classes.number}
      wrap={(numberField, message) => (
        <Input.Wrapper {...words} labelElement="div" error={message}>
          <div className={classes.range}>
            <Slider
              className={classes.slider}
              min={min}
              max={max}
              step={setting.step}
              label={null}
              thumbLabel={words.label}
              disabled={isReadOnly}
              value={Math.min(max, Math.max(min, number ?? min))}
              onChange={field.set}
            />
            {numberField}
          </div>
        </Input.Wrapper>
      )}
    />
  );
}

export function SwitchSetting({ setting, field, isReadOnly }: InputProps<'checkbox'>) {
  const { label, description } = useWords(setting);
  return (
    <Switch
      label={label}
      description={description}
      data-path={field.path}
      disabled={isReadOnly}
      error={field.refusal}
      checked={field.value === true}
      onChange={({ currentTarget }) => field.set(currentTarget.checked)}
    />
  );
}

/** Labels that fit beside each other in the panel. */
const fitInLine = (labels: readonly string[]) =>
  labels.length <= 3 && labels.every((label) => label.length <= 12) && labels.join('').length <= 27;

export function SelectSetting({ setting, field, isReadOnly }: InputProps<'select'>) {
  const words = useWords(setting);
  const { language } = useLanguage();
  const data = setting.options.map(({ value, label }) => ({ value, label: textOf(label, language) }));
  const value = typeof field.value === 'string' ? field.value : null;
  if (!fitInLine(data.map(({ label }) => label))) {
    return (
      <Select
        {...words}
        data-path={field.path}
        disabled={isReadOnly}
        allowDeselect={false}
        error={field.refusal}
        data={data}
        value={value}
        onChange={field.set}
      />
    );
  }
  return (
    <Input.Wrapper {...words} labelElement="div" error={field.refusal}>
      <SegmentedControl
        fullWidth
        aria-label={words.label}
        data-path={field.path}
        disabled={isReadOnly}
        data={data}
        value={value ?? ''}
        onChange={field.set}
      />
    </Input.Wrapper>
  );
}

/** The name of an icon of the theme, which has the drawings. */
export function IconSetting({ setting, field, isReadOnly }: InputProps<'icon'>) {
  const t = useSettingsText();
  const s = useShared();
  const words = useWords(setting);
  const nameOf = (icon: string) => {
    const key = `icon.${icon}`;
    return useSettingsText.has(key) ? t(key) : icon;
  };
  return (
    <Select
      {...words}
      data-path={field.path}
      disabled={isReadOnly}
      placeholder={t('icon.choose')}
      allowDeselect={!words.required}
      clearable={!words.required}
      clearButtonProps={{ 'aria-label': s('clear') }}
      searchable={setting.options.length > 10}
      nothingFoundMessage={s('list.noResults')}
      error={field.fault ?? field.refusal}
      data={setting.options.map((icon) => ({ value: icon, label: nameOf(icon) }))}
      value={typeof field.value === 'string' && field.value ? field.value : null}
      onChange={(icon) => field.set(icon ?? '')}
    />
  );
}

/** A moment by the store's clock. */
export function DateSetting({ setting, field }: InputProps<'date'>) {
  const t = useSettingsText();
  const { label, description, required } = useWords(setting);
  return (
    <div>
      <DayTimeField
        dayLabel={label}
        timeLabel={t('time')}
        required={required}
        data-path={field.path}
        error={field.fault ?? field.refusal}
        value={typeof field.value === 'string' ? field.value : ''}
        onChange={field.set}
      />
      {description && <Input.Description mt={4}>{description}</Input.Description>}
    </div>
  );
}
