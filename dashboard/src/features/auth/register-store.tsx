import { Alert, Anchor, Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { Form } from '@/shared/forms/form';
import { LtrField } from '@/shared/forms/ltr-field';
import { all, maxLength, required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import type { Schema } from '@/shared/api/wire-schema';
import { currencies } from '@/shared/i18n/currency';
import { useLanguage } from '@/shared/i18n/language';
import { askSlug, register } from './auth.api';
import { useAuthText } from './i18n';
import { refusalText } from './refusal';
import { countryCurrency, countryNames, countryOfMobile, type Country } from './register-countries';
import type { Account } from './register-page';
import { StepTitle } from './step-title';

interface StoreValues {
  store_name: string;
  store_slug: string;
  store_country: Country;
  store_currency: Schema<'Currency'>;
}

/** The store: its name, a free address, country and currency; then it is built. */
export function RegisterStore({
  mobile,
  token,
  account,
  onAccountFault,
  onExpired,
}: {
  mobile: string;
  token: string;
  account: Account;
  /** The server refused something of the step before. */
  onAccountFault: () => void;
  onExpired: () => void;
}) {
  const t = useAuthText();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const [refused, setRefused] = useState<string | null>(null);
  const country = countryOfMobile(mobile);
  const form = useApiForm<StoreValues>({
    initialValues: {
      store_name: '',
      store_slug: '',
      store_country: country,
      store_currency: countryCurrency[country] ?? 'SAR',
    },
    validate: {
      store_name: all(required(), maxLength(80)),
      store_slug: required(),
      store_country: required(),
      store_currency: required(),
    },
  });
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

  const create = async (values: StoreValues) => {
    setRefused(null);
    try {
      const made = await register({
        token,
        ...account,
        email: account.email.trim() || null,
        agrees_to_terms: true,
        ...values,
      });
      await navigate({
        to: '/register/continue/$process/$token',
        params: { process: made.process, token: made.token },
        replace: true,
      });
    } catch (error) {
      if (isApiError(error) && error.outcome === 'invalid') {
        const paths = Object.keys(error.fields);
        if (paths.includes('token')) {
          onExpired();
          return;
        }
        if (paths.some((path) => ['name', 'email', 'password', 'password_confirmation'].includes(path))) {
          setRefused(Object.values(error.fields).flat().join(' '));
          if (!paths.some((path) => path.startsWith('store_'))) setTimeout(onAccountFault, 2500);
          return;
        }
      }
      setRefused(refusalText(error));
    }
  };

  return (
    <>
      <StepTitle at={4} title={t('register.storeTitle')} text={t('register.storeText')} />
      <Form form={form} onSave={create} guard={false} label={t('register.storeTitle')}>
        <Stack gap={16}>
          {refused && (
            <Alert color="red" role="alert">
              {refused}
            </Alert>
          )}
          <TextInput
            label={t('register.storeName')}
            autoFocus
            required
            {...form.getInputProps('store_name')}
            onChange={(event) => {
              if (form.values.store_slug.trim() === '') setOwnSlug(false);
              form.getInputProps('store_name').onChange(event);
            }}
          />
          <div>
            <LtrField
              label={t('register.storeSlug')}
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              rightSection={
                <Text size="sm" c="dimmed" dir="ltr">
                  .{location.host}
                </Text>
              }
              rightSectionWidth={location.host.length * 8 + 24}
              {...form.getInputProps('store_slug')}
              onChange={(event) => {
                setOwnSlug(true);
                form.getInputProps('store_slug').onChange(event);
              }}
            />
            <div aria-live="polite">
              {answer?.is_available && (
                <Text size="xs" c="var(--tone-green-fg)" mt={4}>
                  {t('register.slugFree')}
                </Text>
              )}
              {answer && !answer.is_available && (
                <Text size="xs" c="red" mt={4}>
                  {!form.errors.store_slug && <>{answer.reason} </>}
                  {answer.suggestion && (
                    <Anchor
                      component="button"
                      type="button"
                      size="xs"
                      onClick={() => {
                        setOwnSlug(true);
                        form.setFieldValue('store_slug', answer.suggestion ?? '');
                      }}
                    >
                      <bdi>{t('register.slugUse', { slug: answer.suggestion })}</bdi>
                    </Anchor>
                  )}
                </Text>
              )}
            </div>
          </div>
          <Select
            label={t('register.country')}
            required
            searchable
            allowDeselect={false}
            data={countryNames(language)}
            {...form.getInputProps('store_country')}
            onChange={(value) => {
              if (!value) return;
              form.setFieldValue('store_country', value as Country);
              form.setFieldValue('store_currency', countryCurrency[value] ?? form.values.store_currency);
            }}
          />
          <Select
            label={t('register.currency')}
            description={t('register.currencyHint')}
            required
            searchable
            allowDeselect={false}
            data={currencies.map((c) => ({ value: c.code, label: `${c.names[language]} (${c.code})` }))}
            {...form.getInputProps('store_currency')}
          />
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            {t('register.create')}
          </Button>
        </Stack>
      </Form>
    </>
  );
}
