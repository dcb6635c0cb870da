import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { Form } from '@/shared/forms/form';
import { all, confirmed, required, strongPassword } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { toast } from '@/shared/ui/toast';
import { checkReset, resetPassword } from './auth.api';
import { AuthFrame } from './auth-frame';
import { useAuthText } from './i18n';
import { PasswordPair } from './password-pair';
import { refusalText } from './refusal';
import { LinkButton } from '@/shared/ui/link-button';

/** AU-05: an invalid link is reported before a password is typed. */
export function ResetPage() {
  const t = useAuthText();
  const { token } = useParams({ from: '/reset-password/$token' });
  const [isBad, setBad] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    checkReset(token, leaving.signal).catch((error: unknown) => {
      // Any other failure is shown when the form is submitted.
      if (!leaving.signal.aborted && isApiError(error) && error.status === 422) setBad(true);
    });
    return () => leaving.abort();
  }, [token]);
  return (
    <AuthFrame>
      <Title order={1}>{t('reset.title')}</Title>
      {isBad ? (
        <Stack gap={20} mt={16}>
          <Alert color="red" role="alert">
            {t('reset.bad')}
          </Alert>
          <LinkButton to="/forgot-password" size="md" fullWidth>
            {t('reset.again')}
          </LinkButton>
        </Stack>
      ) : (
        <>
          <Text c="dimmed" size="sm" mt={4} mb={24}>
            {t('reset.text')}
          </Text>
          <NewPassword token={token} />
        </>
      )}
    </AuthFrame>
  );
}

/** Form for a strong password that differs from earlier ones, which the server checks. */
function NewPassword({ token }: { token: string }) {
  const t = useAuthText();
  const navigate = useNavigate();
  const [refused, setRefused] = useState<string | null>(null);
  const form = useApiForm({
    initialValues: { password: '', password_confirmation: '' },
    validate: {
      password: all(required(), strongPassword(t('register.password'))),
      password_confirmation: (value, values) =>
        all(
          required(),
          confirmed(() => values.password),
        )(value),
    },
  });
  const save = async (values: { password: string; password_confirmation: string }) => {
    setRefused(null);
    try {
      await resetPassword({ token, ...values });
      toast.success(t('reset.done'));
      await navigate({ to: '/login', replace: true });
    } catch (error) {
      setRefused(refusalText(error));
    }
  };
  return (
    <Form form={form} onSave={save} guard={false} label={t('reset.title')}>
      <Stack gap={16}>
        {refused && (
          <Alert color="red" role="alert">
            {refused}
          </Alert>
        )}
        <PasswordPair form={form} autoFocus />
        <Button type="submit" size="md" fullWidth loading={form.busy}>
          {t('reset.submit')}
        </Button>
      </Stack>
    </Form>
  );
}
