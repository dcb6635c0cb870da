import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { currentOf } from '@/shared/api/conflict';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { toast } from '@/shared/ui/toast';
import { CallbackAddress } from './callback-address';
import { ConnectionResult } from './connection-result';
import { CredentialInput } from './credential-input';
import { usePaymentText } from './i18n';
import {
  paymentMethods,
  saveCredentials,
  testConnection,
  type Credentials,
  type PaymentGateway,
  type PaymentMethod,
} from './payment.api';
import { credentialBody, credentialFaults, credentialValues, type CredentialValues } from './payment.model';
import classes from './payment.module.css';

interface Values {
  values: CredentialValues;
}

/** PY-02: the credentials of a gateway, made from its description, and the test of its connection. */
export function ConnectionForm({
  gateway,
  method,
  credentials,
}: {
  gateway: PaymentGateway;
  method: PaymentMethod;
  credentials: Credentials;
}) {
  const t = usePaymentText();
  const s = useShared();
  const { language } = useLanguage();
  const mayUpdate = useCan('update', 'Payment');
  // What the form is based on: a later save by somebody else is a conflict.
  const [base, setBase] = useState(credentials);
  const check = (values: Values) => {
    const faults = Object.entries(credentialFaults(gateway.fields, values.values));
    return Object.fromEntries(
      faults.map(([name, fault]) => [
        `values.${name}`,
        fault === 'required' ? useShared.now('rule.required') : usePaymentText.now('field.malformed'),
      ]),
    );
  };
  const form = useApiForm<Values>({
    initialValues: { values: credentialValues(gateway, credentials.fields) },
    validate: check,
  });
  const rebase = (next: Credentials) => {
    setBase(next);
    const values = { values: credentialValues(gateway, next.fields) };
    form.setInitialValues(values);
    form.setValues(values);
  };
  const test = useApiMutation({ run: () => testConnection(method.id), invalidates: [paymentMethods.key] });
  const save = useApiMutation({
    run: (values: Values) => saveCredentials(method.id, credentialBody(values.values), base.version),
    invalidates: [paymentMethods.key],
  });
  const current = currentOf<'put', '/payment-methods/{id}/credentials'>(form.stale);
  const isComplete = credentials.connection.is_complete;
  return (
    <section className={classes.connection}>
      <Title order={3} size="h4">
        {t('connect', { name: `\u2068${textOf(gateway.name, language)}\u2069` })}
      </Title>
      <Text size="sm" c="dimmed" mt={2} mb={14}>
        {t('connect.text')}
      </Text>
      <Form
        form={form}
        label={t('connect', { name: textOf(gateway.name, language) })}
        onSave={async (values) => {
          rebase(await save.mutateAsync(values));
          await test.mutateAsync().catch(() => undefined);
        }}
        onSaved={() => toast.success(t('connect.saved'))}
      >
        <Stack gap={16}>
          {isComplete && <ConnectionResult connection={credentials.connection} />}
          {gateway.fields.map((field) => (
            <CredentialInput
              key={field.name}
              field={field}
              stored={base.fields.find((one) => one.field === field.name)}
              form={form}
              disabled={!mayUpdate}
            />
          ))}
          {gateway.callback_setup && credentials.callback_url && (
            <CallbackAddress address={credentials.callback_url} help={textOf(gateway.callback_setup, language)} />
          )}
          {current && (
            <Alert color="yellow" role="alert">
              <Stack gap={8} align="flex-start">
                {t('connect.stale')}
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => {
                    form.clearStale();
                    rebase(current);
                  }}
                >
                  {s('reload')}
                </Button>
              </Stack>
            </Alert>
          )}
          {mayUpdate && (
            <Group justify="flex-end" gap={8}>
              {isComplete && !form.isDirty() && (
                <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
                  {t('connect.test')}
                </Button>
              )}
              {(!isComplete || form.isDirty()) && (
                <Button type="submit" loading={form.busy}>
                  {t('connect.save')}
                </Button>
              )}
            </Group>
          )}
        </Stack>
      </Form>
    </section>
  );
}
