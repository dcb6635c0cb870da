import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LtrField } from '@/shared/forms/ltr-field';
import { asAddress, isAddress } from '@/shared/lib/address';
import { useSettingsText } from './i18n';
import { LinkPicker } from './link-picker';
import { useWords, type InputProps } from './plain-settings';

/** An address: typed, or chosen among the pages of the store. */
export function UrlSetting({ setting, field, isReadOnly }: InputProps<'url'>) {
  const t = useSettingsText();
  const words = useWords(setting);
  const [isFocused, setFocused] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const value = typeof field.value === 'string' ? field.value : '';
  return (
    <div ref={place}>
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
      {!isReadOnly && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={4}
          aria-expanded={isOpen}
          aria-label={`${t('link.choose')}: ${words.label}`}
          onClick={() => setOpen(!isOpen)}
        >
          {t('link.choose')}
        </Button>
      )}
      {isOpen && !isReadOnly && (
        <LinkPicker
          onPick={({ path }) => {
            flushSync(() => {
              setOpen(false);
              field.set(path);
            });
            place.current?.querySelector('input')?.focus();
          }}
        />
      )}
    </div>
  );
}
