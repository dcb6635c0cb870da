import { Alert, Button, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Form } from '@/shared/forms/form';
import { all, confirmed, required, strongPassword } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useShared } from '@/shared/i18n/use-shared';
import { toast } from '@/shared/ui/toast';
import { resetPassword } from './auth.api';
import { AuthFrame } from './auth-frame';
import { useAuthText } from './i18n';
import { PasswordRules } from './password-rules';
import { refusalText } from './refusal';

/** AU-05: a strong password that differs from the earlier ones; the server knows those. */
export function ResetPage() {
  const t = useAuthText();
  const s = useShared();
  const navigate = useNavigate();
  const { token } = useParams({ from: '/reset-password/$token' });
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
  const toggle = { 'aria-label': s('field.showPassword') };
  return (
    <AuthFrame>
      <Title order={1}>{t('reset.title')}</Title>
      <Text c="dimmed" size="sm" mt={4} mb={24}>
        {t('reset.text')}
      </Text>
      <Form form={form} onSave={save} guard={false} label={t('reset.title')}>
        <Stack gap={16}>
          {refused && (
            <Alert color="red" role="alert">
              {refused}
            </Alert>
          )}
          <Stack gap={6}>
            <PasswordInput
              label={t('register.password')}
              autoComplete="new-password"
              autoFocus
              required
              visibilityToggleButtonProps={toggle}
              {...form.getInputProps('password')}
            />
            <PasswordRules password={form.values.password} />
          </Stack>
          <PasswordInput
            label={t('register.passwordConfirmation')}
            autoComplete="new-password"
            required
            visibilityToggleButtonProps={toggle}
            {...form.getInputProps('password_confirmation')}
          />
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            {t('reset.submit')}
          </Button>
        </Stack>
      </Form>
    </AuthFrame>
  );
}
