import { Button, Stack, TextInput } from '@mantine/core';
import { Form } from '@/shared/forms/form';
import { LtrField } from '@/shared/forms/ltr-field';
import { all, confirmed, email, maxLength, required, strongPassword } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useShared } from '@/shared/i18n/use-shared';
import { useAuthText } from './i18n';
import { PasswordPair } from './password-pair';
import type { Account } from './register-page';
import { StepTitle } from './step-title';

/** The user's name, e-mail and password. Nothing is sent yet. */
export function RegisterAccount({ account, onDone }: { account?: Account; onDone: (account: Account) => void }) {
  const t = useAuthText();
  const s = useShared();
  const form = useApiForm<Account>({
    initialValues: account ?? { name: '', email: '', password: '', password_confirmation: '' },
    validate: {
      name: all(required(), maxLength(120)),
      email: email(),
      password: all(required(), strongPassword(t('register.password'))),
      password_confirmation: (value, values) =>
        all(
          required(),
          confirmed(() => values.password),
        )(value),
    },
  });
  return (
    <>
      <StepTitle at={3} title={t('register.accountTitle')} text={t('register.accountText')} />
      <Form form={form} onSave={async (values) => onDone(values)} guard={false} label={t('register.accountTitle')}>
        <Stack gap={16}>
          <TextInput
            label={t('register.name')}
            autoComplete="name"
            autoFocus
            required
            {...form.getInputProps('name')}
          />
          <LtrField
            label={`${t('register.email')} (${s('optional')})`}
            type="email"
            autoComplete="email"
            {...form.getInputProps('email')}
          />
          <PasswordPair form={form} />
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            {t('register.next')}
          </Button>
        </Stack>
      </Form>
    </>
  );
}
