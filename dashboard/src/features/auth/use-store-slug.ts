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

/** The address of a new store: proposed from its name until somebody writes one, and whether it is free. */
export function useStoreSlug(form: ApiForm<StoreValues>) {
  const { language } = useLanguage();
  // The address follows the name until somebody writes in its field. Emptied, it stays empty until the name changes.
  const [ownSlug, setOwnSlug] = useState(false);
  const [name] = useDebouncedValue(form.values.store_name.trim(), 400);
  const named = useQuery({
    queryKey: ['register-slug', name, language],
    queryFn: ({ signal }) => askSlug(name, signal),
    enabled: name !== '' && !ownSlug,
    staleTime: 5_000,
    retry: false,
  }).data;
  // An answer about the name of a moment ago proposes nothing.
  const isOfName = name === form.values.store_name.trim();
  const proposed = isOfName && named ? (named.is_available ? named.slug : named.suggestion) : undefined;
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
    /** Somebody writes the address: the name proposes none any more. */
    keepOwn: () => setOwnSlug(true),
    /** The name changes: of an emptied address it may propose one again. */
    followName: () => {
      if (form.values.store_slug.trim() === '') setOwnSlug(false);
    },
  };
}
