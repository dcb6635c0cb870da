import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Schema } from '@/shared/api/wire-schema';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { askSlug } from './auth.api';
import type { Country } from './register-countries';

export interface StoreValues {
  store_name: string;
  store_slug: string;
  store_country: Country;
  store_currency: Schema<'Currency'>;
}

/** The slug of a new store: proposed from its name until the user edits it, with its availability. */
export function useStoreSlug(form: ApiForm<StoreValues>) {
  const { language } = useLanguage();
  // The slug follows the name until the user edits the field. Cleared, it stays empty until the name changes.
  const [ownSlug, setOwnSlug] = useState(false);
  const [name] = useDebouncedValue(form.values.store_name.trim(), 400);
  const suggestion = useQuery({
    queryKey: ['register-slug', name, language],
    queryFn: ({ signal }) => askSlug(name, signal),
    enabled: name !== '' && !ownSlug,
    staleTime: 5_000,
    retry: false,
  }).data;
  // A stale answer for an earlier name proposes nothing.
  const isOfName = name === form.values.store_name.trim();
  const proposed =
    isOfName && suggestion ? (suggestion.is_available ? suggestion.slug : suggestion.suggestion) : undefined;
  const { setFieldValue } = form;
  useEffect(() => {
    if (proposed && !ownSlug) setFieldValue('store_slug', proposed);
    // Mantine makes a new function at each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [proposed, ownSlug]);
  const [slug] = useDebouncedValue(form.values.store_slug.trim(), 300);
  const free = useQuery({
    queryKey: ['register-slug', slug, language],
    queryFn: ({ signal }) => askSlug(slug, signal),
    enabled: slug !== '',
    staleTime: 5_000,
    retry: false,
  });
  const answer = slug === form.values.store_slug.trim() ? free.data : undefined;
  return {
    answer,
    /** The user edits the slug: the name no longer proposes one. */
    keepOwn: () => setOwnSlug(true),
    /** The name changes: it may propose a slug again if the field was cleared. */
    followName: () => {
      if (form.values.store_slug.trim() === '') setOwnSlug(false);
    },
  };
}
