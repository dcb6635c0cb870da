import { TextInput, type TextInputProps } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { apiQuery } from '@/shared/api/query';
import { useLanguage } from '@/shared/i18n/language';

/** The cities of a country; they only change with a release. */
const placesQuery = (country: string) =>
  queryOptions({
    ...apiQuery('/places', { query: { country }, quiet: true }),
    staleTime: Infinity,
    enabled: /^[A-Z]{2}$/.test(country),
  });

/** A city field: free text, with suggestions of the country's list in the reader's language. */
export function CityField({ country, ...props }: TextInputProps & { country: string }) {
  const list = useId();
  const { language } = useLanguage();
  const places = useQuery(placesQuery(country)).data ?? [];
  return (
    <>
      <TextInput autoComplete="off" {...props} list={places.length > 0 ? list : undefined} />
      <datalist id={list}>
        {places.map(({ name }) => (
          <option key={name.ar}>{name[language]}</option>
        ))}
      </datalist>
    </>
  );
}
