import { TagsInput, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage, type Language } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { courierCitiesQuery, type Courier } from '@/modules/couriers/couriers.api';
import { useCourierMethodText } from './i18n';

/** Beyond these the server tells after the save. */
const maxChecked = 12;

/** SP-01: the cities of a courier's method, from the courier's own table; those that it does not know are told. */
export function CourierCities({
  courier,
  value,
  stored,
  disabled,
  error,
  onChange,
}: {
  courier: Courier;
  value: string[];
  /** Cities of the saved method that the courier did not know. */
  stored: readonly string[];
  disabled?: boolean;
  error?: React.ReactNode;
  onChange: (cities: string[]) => void;
}) {
  const t = useCourierMethodText();
  const s = useShared();
  const { language } = useLanguage();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 200);
  const found =
    useQuery({ ...courierCitiesQuery(courier.provider, asked), placeholderData: keepPreviousData }).data ?? [];
  const unknown = useUnknownCities(courier.provider, value, stored);
  return (
    <div>
      <TagsInput
        label={t('cities')}
        description={t('citiesHint', { courier: `\u2068${textOf(courier.name, language)}\u2069` })}
        placeholder={value.length === 0 ? t('citiesPlaceholder') : undefined}
        data={cityNames(found, language)}
        // The server searches other spellings too.
        filter={({ options }) => options}
        maxTags={300}
        limit={60}
        splitChars={[',', '،', '\n']}
        clearable
        clearButtonProps={{ 'aria-label': s('clear') }}
        data-path="cities"
        disabled={disabled}
        error={error}
        value={value}
        onChange={onChange}
        searchValue={search}
        onSearchChange={setSearch}
      />
      {unknown.length > 0 && (
        <Text size="xs" c="var(--tone-amber-fg)" mt={4} role="status">
          {t('unknownCities', {
            count: unknown.length,
            names: unknown.map((name) => `\u2068${name}\u2069`).join(t('comma')),
          })}
        </Text>
      )}
    </div>
  );
}

const cityNames = (cities: readonly { name: { ar?: string | null; en?: string | null } }[], language: Language) => [
  ...new Set(cities.map(({ name }) => textOf(name, language)).filter(Boolean)),
];

/** The chosen cities that the courier's table does not have, by any spelling. */
function useUnknownCities(courier: string, value: readonly string[], stored: readonly string[]): string[] {
  const all = useQuery(courierCitiesQuery(courier, '')).data;
  const names = new Set(all?.flatMap(({ name }) => [name.ar ?? '', name.en ?? '']));
  const strange = all ? value.filter((city) => !names.has(city)) : [];
  const checked = strange.filter((city) => !stored.includes(city)).slice(0, maxChecked);
  const answers = useQueries({ queries: checked.map((city) => courierCitiesQuery(courier, city)) });
  const missing = checked.filter((_, at) => answers[at]?.data?.length === 0);
  return strange.filter((city) => stored.includes(city) || missing.includes(city));
}
