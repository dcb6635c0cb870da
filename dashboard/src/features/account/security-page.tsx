import { Button, Group, PasswordInput, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { all, confirmed, required, strongPassword } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useShared } from '@/shared/i18n/use-shared';
import { useSession } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { DetailPage, PageHeader, Section, TwoColumns } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import {
  changePassword,
  endOtherSessions,
  endSession,
  sessionsKey,
  sessionsQuery,
  type OpenSession,
  type PasswordChange,
} from './account.api';
import { readDevice } from './device';
import { useAccountText } from './i18n';

/** The user's open sessions, and their password (decisions 3). */
export function SecurityPage() {
  const t = useAccountText();
  const query = useQuery(sessionsQuery);
  const isDemo = useSession().store?.is_demo === true;
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <TwoColumns
        main={<DetailPage query={query}>{(sessions) => <Sessions sessions={sessions} />}</DetailPage>}
        // The demo's account is shared: its password cannot be changed.
        side={isDemo ? null : <PasswordForm />}
      />
    </>
  );
}

function Sessions({ sessions }: { sessions: OpenSession[] }) {
  const t = useAccountText();
  const endAll = useApiMutation({ run: endOtherSessions, invalidates: [sessionsKey] });
  const askAll = async () => {
    if (!(await confirm({ title: t('endAllAsk'), text: t('endAllText'), confirm: t('endAll'), danger: true }))) return;
    endAll.mutate(undefined, { onSuccess: () => toast.success(t('endedAll')) });
  };
  return (
    <Section
      title={t('sessions')}
      text={t('sessionsText')}
      actions={
        sessions.length > 1 && (
          <Button variant="default" size="xs" loading={endAll.isPending} onClick={() => void askAll()}>
            {t('endAll')}
          </Button>
        )
      }
    >
      <Stack gap={18} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Stack>
    </Section>
  );
}

function SessionRow({ session }: { session: OpenSession }) {
  const t = useAccountText();
  const end = useApiMutation({
    run: endSession,
    invalidates: [sessionsKey],
    done: () => toast.success(t('ended')),
  });
  const { browser, system, isPhone } = readDevice(session.user_agent);
  const device = t('device', { browser: browser || t('browser.unknown'), system: system || t('system.unknown') });
  const Icon = isPhone ? IconDeviceMobile : IconDeviceDesktop;
  const ask = async () => {
    const question = { title: t('endAsk', { device }), text: t('endText'), confirm: t('end'), danger: true };
    if (await confirm(question)) end.mutate(session.id);
  };
  return (
    <Group component="li" gap={12} wrap="nowrap" align="flex-start">
      <ThemeIcon variant="light" color="gray" size={40} radius="md">
        <Icon size={21} stroke={1.6} aria-hidden />
      </ThemeIcon>
      <div style={{ flex: 1, minInlineSize: 0 }}>
        <Group gap={8}>
          <Text fw={500}>{device}</Text>
          {session.is_current && <StatusBadge tone="green">{t('current')}</StatusBadge>}
          {session.operator && (
            <StatusBadge tone="amber">{t('operator', { name: `\u2068${session.operator}\u2069` })}</StatusBadge>
          )}
        </Group>
        <Text size="xs" c="dimmed" component="div">
          <span className="num">{session.ip}</span> · {t('lastUsed')} <Time value={session.last_used_at} relative />
        </Text>
      </div>
      {!session.is_current && (
        <Button variant="subtle" color="red" size="xs" loading={end.isPending} onClick={() => void ask()}>
          {t('end')}
        </Button>
      )}
    </Group>
  );
}

function PasswordForm() {
  const t = useAccountText();
  const s = useShared();
  const change = useApiMutation({ run: changePassword, invalidates: [sessionsKey] });
  const form = useApiForm<PasswordChange>({
    initialValues: { current_password: '', password: '', password_confirmation: '' },
    validate: {
      current_password: required(),
      password: all(required(), strongPassword(t('newPassword'))),
      password_confirmation: (value, values) => confirmed(() => values.password)(value),
    },
  });
  const shared = { visibilityToggleButtonProps: { 'aria-label': s('field.showPassword') } };
  return (
    <Section title={t('password')} text={t('passwordText')}>
      <Form
        form={form}
        label={t('password')}
        onSave={(values) => change.mutateAsync(values)}
        onSaved={() => {
          form.reset();
          toast.success(t('passwordChanged'));
        }}
      >
        <Stack gap={14}>
          <PasswordInput
            {...shared}
            label={t('currentPassword')}
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            {...shared}
            label={t('newPassword')}
            description={t('newPasswordHint')}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <PasswordInput
            {...shared}
            label={t('confirmPassword')}
            autoComplete="new-password"
            {...form.getInputProps('password_confirmation')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={form.busy}>
              {t('changePassword')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Section>
  );
}
