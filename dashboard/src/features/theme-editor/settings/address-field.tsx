import { useState } from 'react';
import { LtrField } from '@/shared/forms/ltr-field';
import { asAddress, isAddress } from '@/shared/lib/address';
import { useSettingsText } from './i18n';
import { useWords, type InputProps } from './plain-settings';

/** The field of an address that is typed. */
export function AddressField({ setting, field, isReadOnly }: InputProps<'link' | 'url'>) {
  const t = useSettingsText();
  const words = useWords(setting);
  const [isFocused, setFocused] = useState(false);
  const value = typeof field.value === 'string' ? field.value : '';
  return (
    <LtrField
      {...words}
      description={words.description ?? t('url.hint')}
      inputMode="url"
      data-path={field.path}
      disabled={isReadOnly}
      // An address that is being typed is not wrong yet.
      error={(isFocused && value !== '' ? null : field.fault) ?? field.refusal}
      value={value}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        const address = asAddress(value);
        if (field.fault && isAddress(address)) field.set(address);
      }}
      onChange={({ currentTarget }) => field.set(currentTarget.value)}
    />
  );
}
