import { Alert, Box, Button, Select, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { Form } from '@/shared/forms/form';
import { all, maxLength, required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { currencies } from '@/shared/i18n/currency';
import { useLanguage } from '@/shared/i18n/language';
import { register } from './auth.api';
import { AuthFrame } from './auth-frame';
import { useAuthText } from './i18n';
import { refusalText } from './refusal';
import { countryCurrency, countryNames, countryOfMobile, type Country } from './register-countries';
import type { Account } from './register-page';
import { StepTitle } from './step-title';
import { StorePreview, StorePreviewPanel } from './store-preview';
import { StoreSlugField } from './store-slug-field';
import { useStoreSlug, type StoreValues } from './use-store-slug';

/** The store: its name, a free slug, country and currency; then it is provisioned. */
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
  /** The server refused a field of the previous step. */
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
  const slug = useStoreSlug(form);

  const create = async (values: StoreValues) => {
    setRefused(null);
    try {
      const registration = await register({
        token,
        ...account,
        email: account.email.trim() || null,
        agrees_to_terms: true,
        ...values,
      });
      await navigate({
        to: '/register/continue/$process/$token',
        params: { process: registration.process, token: registration.token },
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

  const preview = { name: form.values.store_name, slug: form.values.store_slug };
  return (
    <AuthFrame aside={<StorePreviewPanel {...preview} />}>
      <StepTitle at={4} title={t('register.storeTitle')} text={t('register.storeText')} />
      <Box hiddenFrom="md">
        <StorePreview {...preview} isCompact />
      </Box>
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
              slug.followName();
              form.getInputProps('store_name').onChange(event);
            }}
          />
          <StoreSlugField form={form} answer={slug.answer} onOwn={slug.keepOwn} />
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
    </AuthFrame>
  );
}
