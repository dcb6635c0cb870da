import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Form } from '@/shared/forms/form';
import { LtrField } from '@/shared/forms/ltr-field';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { askReset } from './auth.api';
import { AuthFrame } from './auth-frame';
import { useAuthText } from './i18n';
import { OutboxHint } from './outbox-hint';
import { refusalText } from './refusal';
import { LinkAnchor } from '@/shared/ui/link-anchor';

/** AU-05: the answer does not reveal whether the account exists. */
export function ForgotPage() {
  const t = useAuthText();
  const [sentResult, setSentResult] = useState<{ is_outbox: boolean } | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const form = useApiForm({ initialValues: { identifier: '' }, validate: { identifier: required() } });
  const ask = async (values: { identifier: string }) => {
    setRefused(null);
    try {
      setSentResult(await askReset(values.identifier));
    } catch (error) {
      setRefused(refusalText(error));
    }
  };
  return (
    <AuthFrame>
      <Title order={1}>{t('forgot.title')}</Title>
      <Text c="dimmed" size="sm" mt={4} mb={24}>
        {t('forgot.text')}
      </Text>
      {sentResult ? (
        <Stack gap={12} role="status">
          <Alert color="green">{t('forgot.sent')}</Alert>
          {sentResult.is_outbox && <OutboxHint>{t('forgot.outbox')}</OutboxHint>}
        </Stack>
      ) : (
        <Form form={form} onSave={ask} guard={false} label={t('forgot.title')}>
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
            <Button type="submit" size="md" fullWidth loading={form.busy}>
              {t('forgot.submit')}
            </Button>
          </Stack>
        </Form>
      )}
      <LinkAnchor to="/login" size="sm" mt={20} display="inline-block">
        {t('forgot.back')}
      </LinkAnchor>
    </AuthFrame>
  );
}
