import { Combobox, TextInput, UnstyledButton, useCombobox } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import type { CountryCode } from 'libphonenumber-js/mobile';
import { useMemo, useState, type FocusEventHandler, type ReactNode } from 'react';
import { useLanguage } from '../i18n/language';
import { useShared } from '../i18n/use-shared';
import { useFormText } from './i18n';
import { getSession } from '../session/session';
import { writeStorage, readStorage } from '../session/storage';
import { callingCode, cleanPhone, nationalForm, phoneCountries, preferredCountries, readPhone } from './phone';
import { phoneStart } from './phone-start';
import classes from './phone-field.module.css';

export interface PhoneFieldProps {
  label: string;
  description?: ReactNode;
  value: string | null | undefined;
  onChange: (e164: string) => void;
  onBlur?: FocusEventHandler<HTMLInputElement>;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  placeholder?: string;
  'data-path'?: string;
}

const startCountry = (): CountryCode =>
  phoneStart({
    store: getSession().store?.country,
    last: readStorage('phoneCountry'),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    languages: navigator.languages,
  });

export default function PhoneFieldInner({
  label,
  description,
  value,
  onChange,
  onBlur,
  error,
  required,
  disabled,
  autoFocus,
  placeholder,
  ...rest
}: PhoneFieldProps) {
  const s = useShared();
  const f = useFormText();
  const { language, dir } = useLanguage();
  const [country, setCountry] = useState<CountryCode>(() =>
    value ? nationalForm(value, startCountry()).country : startCountry(),
  );
  const [input, setInput] = useState(() => (value ? nationalForm(value, startCountry()).text : ''));
  const [sentValue, setSentValue] = useState(value ?? '');
  const [find, setFind] = useState('');
  // The form set another number (reset, or a loaded row).
  if ((value ?? '') !== sentValue) {
    setSentValue(value ?? '');
    const form = value ? nationalForm(value, country) : { text: '', country };
    setInput(form.text);
    setCountry(form.country);
  }
  const combobox = useCombobox({
    onDropdownClose: () => setFind(''),
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const names = useMemo(() => new Intl.DisplayNames([language], { type: 'region' }), [language]);
  const countries = useMemo(() => {
    const rows = phoneCountries().map((code) => ({ code, name: names.of(code) ?? code, dial: callingCode(code) }));
    const top = rows.slice(0, preferredCountries.length);
    return [...top, ...rows.slice(preferredCountries.length).sort((a, b) => a.name.localeCompare(b.name, language))];
  }, [names, language]);
  const search = find.trim().toLowerCase();
  const found = search
    ? countries.filter(
        (row) =>
          row.name.toLowerCase().includes(search) ||
          `+${row.dial}`.includes(search) ||
          row.code.toLowerCase() === search,
      )
    : countries;

  const change = (text: string, inCountry: CountryCode) => {
    const read = readPhone(text, inCountry);
    // A pasted international number selects its own country.
    const next = text.trim().startsWith('+') || text.trim().startsWith('00') ? read.country : inCountry;
    setCountry(next);
    setInput(text);
    // An invalid number is passed on as typed: "required" would be the wrong error.
    const number = read.e164 || cleanPhone(text).trim();
    setSentValue(number);
    onChange(number);
  };

  return (
    <Combobox
      store={combobox}
      width={280}
      position="bottom-start"
      onOptionSubmit={(code) => {
        change(input, code as CountryCode);
        combobox.closeDropdown();
      }}
    >
      <Combobox.DropdownTarget>
        <TextInput
          {...rest}
          type="tel"
          label={label}
          description={description}
          required={required}
          disabled={disabled}
          autoFocus={autoFocus}
          error={error}
          placeholder={placeholder}
          autoComplete="tel-national"
          inputMode="tel"
          dir="ltr"
          value={input}
          onChange={(event) => change(event.currentTarget.value, country)}
          onBlur={(event) => {
            const read = readPhone(input, country);
            if (read.valid) {
              setInput(nationalForm(read.e164, country).text);
              writeStorage('phoneCountry', read.country);
            }
            onBlur?.(event);
          }}
          leftSectionWidth={86}
          leftSection={
            <Combobox.EventsTarget targetType="button">
              <UnstyledButton
                className={classes.country}
                disabled={disabled}
                aria-label={f('field.country', {
                  country: names.of(country) ?? country,
                  code: `+${callingCode(country)}`,
                })}
                onClick={() => combobox.toggleDropdown()}
              >
                {country}
                <span className={classes.dial}>+{callingCode(country)}</span>
                <IconSelector size={13} aria-hidden />
              </UnstyledButton>
            </Combobox.EventsTarget>
          }
          styles={{
            label: { direction: dir, textAlign: 'start', display: 'block' },
            error: { direction: dir, textAlign: 'start' },
            description: { direction: dir, textAlign: 'start' },
          }}
        />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown dir={dir}>
        <Combobox.Search
          value={find}
          onChange={(event) => {
            setFind(event.currentTarget.value);
            // After the list has rendered, Enter selects the first option.
            requestAnimationFrame(() => combobox.selectFirstOption());
          }}
          placeholder={f('field.findCountry')}
          aria-label={f('field.findCountry')}
        />
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }} aria-label={f('field.findCountry')} tabIndex={0}>
          {found.map((row) => (
            <Combobox.Option key={row.code} value={row.code} active={row.code === country}>
              <span className={classes.option}>
                <span>{row.name}</span>
                <span className="num">+{row.dial}</span>
              </span>
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{s('list.noResults')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
