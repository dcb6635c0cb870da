import { Alert, Button, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { isApiError } from '@/shared/api/error';
import { LtrField } from '@/shared/forms/ltr-field';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { rich } from '@/shared/i18n/catalogue';
import { useShared } from '@/shared/i18n/use-shared';
import { clearSession, homeRouteFor, isDemoHost, signIn, type SignedIn } from '@/shared/session/session';
import { demoLogin, hasDemo, login } from './auth.api';
import { AuthFrame } from './auth-frame';
import { useAuthText } from './i18n';

export interface LoginLinkProps {
  to: '/register' | '/forgot-password';
  size?: 'sm';
  inherit?: boolean;
  underline?: 'always';
  children: ReactNode;
}

/**
 * AU-01: e-mail or mobile, and a password; then back to the requested page (GU-05). It is used in two documents, one
 * without a router: the caller passes navigation and links.
 */
export function LoginForm({
  redirect,
  onOpen,
  LinkTo,
}: {
  /** A path of this app. */
  redirect?: string;
  /** The session is open; `to` is the requested page, or the user's home. */
  onOpen: (to: string) => unknown;
  LinkTo: ComponentType<LoginLinkProps>;
}) {
  const t = useAuthText();
  const s = useShared();
  const [refused, setRefused] = useState<string | null>(null);
  const form = useApiForm({
    initialValues: { identifier: '', password: '' },
    validate: { identifier: required(), password: required() },
  });

  const { element, rest } = form;

  const [demo, setDemo] = useState(false);
  useEffect(() => {
    // Without a response the demo is not offered.
    hasDemo().then(setDemo, () => undefined);
  }, []);

  const open = async (answer: SignedIn) => {
    if (!answer.store_data) {
      // An invited user may have no store yet: the invitation gives access to one.
      if (!redirect?.startsWith('/invitation/')) {
        setRefused(t('login.noStore'));
        return;
      }
      clearSession();
    }
    signIn(answer);
    await onOpen(redirect ?? homeRouteFor(answer.user_data));
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

  const message = refused ?? rest.join(' ');
  return (
    <AuthFrame>
      <Title order={1}>{t('login.welcome')}</Title>
      <Text c="dimmed" size="sm" mt={4} mb={24}>
        {t('login.subtitle')}
      </Text>
      <form
        ref={element}
        aria-label={t('login.title')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.send(enter);
        }}
      >
        <Stack gap={16}>
          {message && (
            <Alert color="red" role="alert">
              {message}
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
          {demo && (
            <Button variant="default" size="md" fullWidth onClick={() => void demoLogin().then(open)}>
              {t('login.demo')}
            </Button>
          )}
          {!isDemoHost() && (
            <Stack gap={8} align="center">
              <LinkTo to="/forgot-password" size="sm">
                {t('login.forgot')}
              </LinkTo>
              <Text size="sm">
                {rich(t('login.noAccount'), {
                  link: (text) => (
                    <LinkTo to="/register" inherit underline="always">
                      {text}
                    </LinkTo>
                  ),
                })}
              </Text>
            </Stack>
          )}
        </Stack>
      </form>
    </AuthFrame>
  );
}
