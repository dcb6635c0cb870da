import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { Form } from '@/shared/forms/form';
import { PhoneField } from '@/shared/forms/phone-field';
import { all, confirmed, maxLength, required, strongPassword } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { rich } from '@/shared/i18n/catalogue';
import { sendCode, type CodeSent } from '../auth.api';
import { useAuthText } from '../i18n';
import { PasswordPair } from '../password-pair';
import { refusalText } from '../refusal';
import { RegisterCode } from '../register-code';
import { useInvitationText } from './i18n';
import { signInAndBack, type InvitedPerson } from './invitation.api';
import { LinkAnchor } from '@/shared/ui/link-anchor';

/**
 * Registration from an invitation: name, number and password, then the code. Input stays when the visitor steps back.
 */
export function InvitedAccount({
  store,
  token,
  onBack,
  onDone,
}: {
  store: string;
  token: string;
  onBack: () => void;
  onDone: (person: InvitedPerson, code: string) => Promise<void>;
}) {
  const [person, setPerson] = useState<InvitedPerson>({
    name: '',
    mobile: '',
    password: '',
    password_confirmation: '',
  });
  const [codeSent, setCodeSent] = useState<{ answer: CodeSent; at: number } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const waiting = (answer: CodeSent) => setCodeSent({ answer, at: Date.now() });

  if (codeSent) {
    return (
      <RegisterCode
        mobile={person.mobile}
        codeSent={codeSent.answer}
        sentAt={codeSent.at}
        onResent={waiting}
        onChangeNumber={() => setCodeSent(null)}
        onCode={async (code) => {
          try {
            await onDone(person, code);
          } catch (error) {
            // An error that is not about the code is shown at its field in the previous step: above all a number that
            // has an account.
            const fields = isApiError(error) ? Object.entries(error.fields) : [];
            const other = fields.find(([field]) => field !== 'code')?.[1][0];
            if (!other) throw error;
            setFault(other);
            setCodeSent(null);
          }
        }}
      />
    );
  }
  return (
    <Person
      store={store}
      token={token}
      person={person}
      fault={fault}
      onBack={onBack}
      onSent={(filled, answer) => {
        setFault(null);
        setPerson(filled);
        waiting(answer);
      }}
    />
  );
}

function Person({
  store,
  token,
  person,
  fault,
  onBack,
  onSent,
}: {
  store: string;
  token: string;
  person: InvitedPerson;
  fault: string | null;
  onBack: () => void;
  onSent: (person: InvitedPerson, codeSent: CodeSent) => void;
}) {
  const t = useInvitationText();
  const a = useAuthText();
  const [refused, setRefused] = useState(fault);
  const form = useApiForm<InvitedPerson>({
    initialValues: person,
    validate: {
      name: all(required(), maxLength(100)),
      mobile: required(),
      password: all(required(), strongPassword(a('register.password'))),
      password_confirmation: (value, values) =>
        all(
          required(),
          confirmed(() => values.password),
        )(value),
    },
  });
  const send = async (values: InvitedPerson) => {
    setRefused(null);
    try {
      onSent(values, await sendCode(values.mobile));
    } catch (error) {
      setRefused(refusalText(error));
    }
  };
  const legal = (to: '/terms' | '/privacy') => (text: string) => (
    <LinkAnchor to={to} target="_blank" inherit underline="always">
      {text}
    </LinkAnchor>
  );
  return (
    <>
      <Title order={1}>{t('accountTitle')}</Title>
      <Text c="dimmed" size="sm" mt={4} mb={24}>
        {t('accountText', { store })}
      </Text>
      <Form form={form} onSave={send} guard={false} label={t('accountTitle')}>
        <Stack gap={16}>
          {refused && (
            <Alert color="red" role="alert">
              <Stack gap={8} align="flex-start">
                {refused}
                {fault && refused === fault && (
                  <LinkAnchor {...signInAndBack(token)} size="sm" underline="always">
                    {t('toSignIn')}
                  </LinkAnchor>
                )}
              </Stack>
            </Alert>
          )}
          <TextInput
            label={a('register.name')}
            autoComplete="name"
            autoFocus
            required
            {...form.getInputProps('name')}
          />
          <PhoneField
            label={a('register.mobile')}
            description={a('register.mobileHint')}
            required
            value={form.values.mobile}
            onChange={(number) => form.setFieldValue('mobile', number)}
            error={form.errors.mobile}
            data-path="mobile"
          />
          <PasswordPair form={form} />
          <Text size="xs" c="dimmed">
            {rich(t('agree'), { terms: legal('/terms'), privacy: legal('/privacy') })}
          </Text>
          <Button type="submit" size="md" fullWidth loading={form.busy}>
            {a('register.sendCode')}
          </Button>
          <Button variant="subtle" onClick={onBack}>
            {t('back')}
          </Button>
        </Stack>
      </Form>
    </>
  );
}
