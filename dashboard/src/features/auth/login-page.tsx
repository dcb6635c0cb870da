import { Alert, Anchor, Button, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { queryClient } from '@/shared/api/query-client';
import { Form } from '@/shared/forms/form';
import { LtrField } from '@/shared/forms/ltr-field';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { rich } from '@/shared/i18n/catalogue';
import { useShared } from '@/shared/i18n/use-shared';
import { clearSession, homeRouteFor, isDemoHost, signIn, type SignedIn } from '@/shared/session/session';
import { demoLogin, hasDemo, login } from './auth.api';
import { AuthFrame } from './auth-frame';
import { useAuthText } from './i18n';

/** AU-01: e-mail or mobile, and a password; back to the page that asked for it (GU-05). */
export function LoginPage() {
  const t = useAuthText();
  const s = useShared();
  const navigate = useNavigate();
  const { redirect } = useSearch({ from: '/login' });
  const [refused, setRefused] = useState<string | null>(null);
  const form = useApiForm({
    initialValues: { identifier: '', password: '' },
    validate: { identifier: required(), password: required() },
  });

  const demo = useQuery({ queryKey: ['demo-store'], queryFn: hasDemo, staleTime: Infinity, retry: false });

  const open = async (answer: SignedIn) => {
    if (!answer.store_data) {
      // Who was invited may have no store yet: the invitation opens one.
      if (!redirect?.startsWith('/invitation/')) {
        setRefused(t('login.noStore'));
        return;
      }
      clearSession();
    }
    queryClient.clear();
    signIn(answer);
    await navigate({ to: redirect ?? homeRouteFor(answer.user_data), replace: true });
  };
  const enter = async (values: { identifier: string; password: string }) => {
    setRefused(null);
    try {
      await open(await login(values.identifier, values.password));
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.outcome === 'throttled') setRefused(t('login.throttled', { count: error.retryAfter ?? 60 }));
      else if (error.outcome === 'unreachable' || error.outcome === 'unavailable')
        setRefused(s('error.unreachableText'));
      else if (error.outcome === 'invalid') throw error;
      else setRefused(error.status === 401 ? t('login.failed') : error.message || s('error.failed'));
    }
  };

  return (
    <AuthFrame>
      <Title order={1}>{t('login.welcome')}</Title>
      <Text c="dimmed" size="sm" mt={4} mb={24}>
        {t('login.subtitle')}
      </Text>
      <Form form={form} onSave={enter} guard={false} label={t('login.title')}>
        <Stack gap={16}>
          {refused && (
            <Alert color="red" role="alert">
              {refused}
            </Alert>
          )}
          <LtrField
            label={t('login.identifier')}
            autoComplete="username"
            autoFocus
            size="md"
            {...form.getInputProps('identifier')}
          />
          <PasswordInput
            label={t('login.password')}
            autoComplete="current-password"
            size="md"
            visibilityToggleButtonProps={{ 'aria-label': s('field.showPassword') }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" size="md" fullWidth loading={form.busy} mt={4}>
            {t('login.submit')}
          </Button>
          {demo.data && (
            <Button variant="default" size="md" fullWidth onClick={() => void demoLogin().then(open)}>
              {t('login.demo')}
            </Button>
          )}
          {!isDemoHost() && (
            <Stack gap={8} align="center">
              <Anchor component={Link} to="/forgot-password" size="sm">
                {t('login.forgot')}
              </Anchor>
              <Text size="sm">
                {rich(t('login.noAccount'), {
                  link: (text) => (
                    <Anchor component={Link} to="/register" inherit underline="always">
                      {text}
                    </Anchor>
                  ),
                })}
              </Text>
            </Stack>
          )}
        </Stack>
      </Form>
    </AuthFrame>
  );
}
