import { Group, Loader, Text, Title } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { queryClient } from '@/shared/api/query-client';
import { useShared } from '@/shared/i18n/use-shared';
import { signInOnBehalf } from '@/shared/session/session';
import { AuthFrame } from './auth-frame';
import { impersonate } from './auth.api';
import { useAuthText } from './i18n';
import { tokenOf } from './impersonation';
import { LinkButton } from '@/shared/ui/link-button';

/** AU-06: an operator's link opens the store in its owner's name, once. */
export function ImpersonatePage() {
  const { encoded } = useParams({ from: '/impersonate/$encoded' });
  return <EnterStore encoded={encoded} />;
}

export function EnterStore({ encoded }: { encoded: string }) {
  const t = useAuthText();
  const s = useShared();
  const navigate = useNavigate();
  const token = tokenOf(encoded, location.origin);
  const [refused, setRefused] = useState<string | null>(null);
  const hasRequested = useRef(false);
  useEffect(() => {
    // The token works once: a second run of the effect must not use it again.
    if (!token || hasRequested.current) return;
    hasRequested.current = true;
    impersonate(token)
      .then(async (answer) => {
        queryClient.clear();
        signInOnBehalf(answer);
        await navigate({ to: '/', replace: true });
      })
      .catch((error: unknown) => setRefused((isApiError(error) && error.message) || s('error.failed')));
  }, [token, navigate, s]);

  if (token && !refused) {
    return (
      <AuthFrame>
        <Title order={1}>{t('impersonate.title')}</Title>
        <Group gap={12} mt={16} role="status">
          <Loader size={20} aria-hidden />
          <Text>{t('impersonate.opening')}</Text>
        </Group>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame>
      <Title order={1}>{t('impersonate.refused')}</Title>
      <Text c="dimmed" mt={8} mb={24} role="alert">
        {refused ?? t('impersonate.foreign')}
      </Text>
      <LinkButton to="/login">{t('login.title')}</LinkButton>
    </AuthFrame>
  );
}
