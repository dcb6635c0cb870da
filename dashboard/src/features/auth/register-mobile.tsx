import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Form } from '@/shared/forms/form';
import { PhoneField } from '@/shared/forms/phone-field';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { rich } from '@/shared/i18n/catalogue';
import { sendCode, type CodeSent } from './auth.api';
import { useAuthText } from './i18n';
import { refusalText } from './refusal';
import { StepTitle } from './step-title';
import { LinkAnchor } from '@/shared/ui/link-anchor';

/** The number and the accepted terms; requests the code. */
export function RegisterMobile({
  mobile,
  onSent,
}: {
  mobile: string;
  onSent: (mobile: string, codeSent: CodeSent) => void;
}) {
  const t = useAuthText();
  const [refused, setRefused] = useState<string | null>(null);
  const form = useApiForm({
    initialValues: { mobile, agrees: false },
    validate: { mobile: required(), agrees: (agrees) => (agrees ? null : t('register.agreeRequired')) },
  });
  const send = async (values: { mobile: string }) => {
    setRefused(null);
    try {
      onSent(values.mobile, await sendCode(values.mobile));
    } catch (error) {
      setRefused(refusalText(error));
    }
  };
  return (
    <>
      <StepTitle at={1} title={t('register.welcome')} text={t('register.subtitle')} />
      <Form form={form} onSave={send} guard={false} label={t('register.title')}>
        <Stack gap={16}>
          {refused && (
            <Alert color="red" role="alert">
              {refused}
            </Alert>
          )}
          <PhoneField
            label={t('register.mobile')}
            description={t('register.mobileHint')}
            autoFocus
            required
            value={form.values.mobile}
            onChange={(number) => form.setFieldValue('mobile', number)}
            error={form.errors.mobile}
            data-path="mobile"
          />
          <Checkbox
            label={rich(t('register.agree'), {
              terms: (text) => (
                <LinkAnchor to="/terms" target="_blank" inherit underline="always">
                  {text}
                </LinkAnchor>
              ),
              privacy: (text) => (
                <LinkAnchor to="/privacy" target="_blank" inherit underline="always">
                  {text}
                </LinkAnchor>
              ),
            })}
            {...form.getInputProps('agrees', { type: 'checkbox' })}
          />
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            {t('register.sendCode')}
          </Button>
          <Text size="sm" ta="center">
            {rich(t('register.haveAccount'), {
              link: (text) => (
                <LinkAnchor to="/login" inherit underline="always">
                  {text}
                </LinkAnchor>
              ),
            })}
          </Text>
        </Stack>
      </Form>
    </>
  );
}
