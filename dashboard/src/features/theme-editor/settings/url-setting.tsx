import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { AddressField } from './address-field';
import { useSettingsText } from './i18n';
import { LinkPicker } from './link-picker';
import { useWords, type InputProps } from './plain-settings';

/** An address: typed, or chosen among the pages of the store. */
export function UrlSetting({ setting, field, isReadOnly }: InputProps<'url'>) {
  const t = useSettingsText();
  const words = useWords(setting);
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place}>
      <AddressField setting={setting} field={field} isReadOnly={isReadOnly} />
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
