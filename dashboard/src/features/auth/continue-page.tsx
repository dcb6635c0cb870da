import { Group, Loader, Progress, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient } from '@/shared/api/query-client';
import { signIn } from '@/shared/session/session';
import { continueRegistration } from './auth.api';
import { AuthFrame } from './auth-frame';
import { useAuthText } from './i18n';
import { LinkButton } from '@/shared/ui/link-button';

/** AU-03: shows the real progress of the provisioning job, and enters the store when it is done. */
export function ContinuePage() {
  const t = useAuthText();
  const navigate = useNavigate();
  const { process, token } = useParams({ from: '/register/continue/$process/$token' });
  const build = useQuery({
    queryKey: ['register-continue', process],
    queryFn: () => continueRegistration(process, token),
    refetchInterval: (query) => (['done', 'failed'].includes(query.state.data?.status ?? '') ? false : 1000),
    refetchOnWindowFocus: false,
    retry: 3,
  });
  const session = build.data?.session;
  useEffect(() => {
    if (!session) return;
    queryClient.clear();
    signIn(session);
    void navigate({ to: '/ready', replace: true });
  }, [session, navigate]);

  if (build.isError || (build.data?.status === 'done' && !session)) {
    return (
      <AuthFrame>
        <Title order={1}>{t('continue.gone')}</Title>
        <Text c="dimmed" mt={8} mb={24}>
          {t('continue.goneText')}
        </Text>
        <Group>
          <LinkButton to="/login">{t('login.title')}</LinkButton>
          <LinkButton to="/register" variant="default">
            {t('register.title')}
          </LinkButton>
        </Group>
      </AuthFrame>
    );
  }
  if (build.data?.status === 'failed') {
    return (
      <AuthFrame>
        <Title order={1}>{t('continue.failed')}</Title>
        <Text c="dimmed" mt={8}>
          {t('continue.failedText')}
        </Text>
        <Text fw={600} my={16}>
          <bdi dir="ltr">{process}</bdi>
        </Text>
        <LinkButton to="/register" variant="default">
          {t('register.title')}
        </LinkButton>
      </AuthFrame>
    );
  }
  const steps = build.data?.steps ?? [];
  const running = steps.findIndex((step) => !step.is_done);
  return (
    <AuthFrame>
      <Title order={1}>{t('continue.heading')}</Title>
      <Text c="dimmed" size="sm" mt={4} mb={24}>
        {t('continue.text')}
      </Text>
      <Progress value={build.data?.progress ?? 0} size={8} mb={24} aria-label={t('continue.progress')} />
      <Stack gap={12} component="ul" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {steps.map((step, index) => (
          <Group key={step.code} gap={10} component="li" wrap="nowrap">
            {step.is_done ? (
              <IconCircleCheckFilled size={20} color="var(--mantine-color-green-6)" aria-hidden />
            ) : index === running ? (
              <Loader size={18} aria-hidden />
            ) : (
              <IconCircleDashed size={20} color="var(--mantine-color-dimmed)" aria-hidden />
            )}
            <Text c={step.is_done || index === running ? undefined : 'dimmed'}>{t(`continue.step.${step.code}`)}</Text>
          </Group>
        ))}
      </Stack>
    </AuthFrame>
  );
}
