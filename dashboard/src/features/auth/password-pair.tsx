import { PasswordInput, Stack } from '@mantine/core';
import { useShared } from '@/shared/i18n/use-shared';
import type { ApiForm, FormValues } from '@/shared/forms/use-api-form';
import { useAuthText } from './i18n';
import { PasswordRules } from './password-rules';

/** A new password with its rules, and the same once more. */
export function PasswordPair<Values extends FormValues & { password: string }>({
  form,
  autoFocus,
}: {
  form: ApiForm<Values>;
  autoFocus?: boolean;
}) {
  const t = useAuthText();
  const s = useShared();
  const toggle = { 'aria-label': s('field.showPassword') };
  return (
    <>
      <Stack gap={6}>
        <PasswordInput
          label={t('register.password')}
          autoComplete="new-password"
          autoFocus={autoFocus}
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
    </>
  );
}
