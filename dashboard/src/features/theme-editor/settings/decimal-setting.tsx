import { ActionIcon, Group } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { DecimalInput } from '@/shared/forms/decimal-input';
import { useSettingsText } from './i18n';
import { useWords, type InputProps } from './plain-settings';
import type { SettingOf } from './setting-rules';

/** A number in units of its last place: `1.25` with two decimals is 125. */
const unitsOf = (text: string, decimals: number) => Math.round(Number(text) * 10 ** decimals);

/** The value one step further, within the bounds: whole numbers of the last place, so that no 1.1500000001 comes of it. */
export function stepped(value: string, by: 1 | -1, { min, max, step, decimals }: SettingOf<'decimal'>): string {
  const [least, most] = [unitsOf(min, decimals), unitsOf(max, decimals)];
  const now =
    value === '' || Number.isNaN(Number(value)) ? least : unitsOf(value, decimals) + by * unitsOf(step, decimals);
  const next = Math.min(most, Math.max(least, now));
  return String(Number((next / 10 ** decimals).toFixed(decimals)));
}

/** A number with decimals: typed, or changed by its steps with the buttons and the arrow keys. */
export function DecimalSetting({ setting, field, isReadOnly }: InputProps<'decimal'>) {
  const t = useSettingsText();
  const words = useWords(setting);
  const value = typeof field.value === 'string' ? field.value : '';
  const move = (by: 1 | -1) => field.set(stepped(value, by, setting));
  const button = (by: 1 | -1, bound: string) => (
    <ActionIcon
      size={36}
      variant="default"
      aria-label={t(by === 1 ? 'decimal.more' : 'decimal.less', { name: words.label })}
      disabled={isReadOnly || value === bound}
      onClick={() => move(by)}
    >
      {by === 1 ? <IconPlus size={16} aria-hidden /> : <IconMinus size={16} aria-hidden />}
    </ActionIcon>
  );
  return (
    <DecimalInput
      {...words}
      data-path={field.path}
      scale={setting.decimals}
      negative={setting.min.startsWith('-')}
      min={setting.min}
      max={setting.max}
      disabled={isReadOnly}
      error={field.refusal}
      value={value}
      onChange={field.set}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        move(event.key === 'ArrowUp' ? 1 : -1);
      }}
      inputContainer={(input) => (
        <Group gap={8} wrap="nowrap" align="flex-end">
          {input}
          {button(-1, setting.min)}
          {button(1, setting.max)}
        </Group>
      )}
    />
  );
}
