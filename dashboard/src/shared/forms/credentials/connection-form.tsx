import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ApiError } from '@/shared/api/error';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useShared } from '@/shared/i18n/use-shared';
import { toast } from '@/shared/ui/toast';
import { Form } from '../form';
import { useApiForm } from '../use-api-form';
import { CallbackAddress } from './callback-address';
import { CredentialInput } from './credential-input';
import {
  credentialBody,
  credentialFaults,
  credentialValues,
  type Credential,
  type CredentialValues,
  type ProviderFields,
} from './credentials.model';
import classes from './credentials.module.css';
import { useCredentialText } from './i18n';

/** What is stored of a provider's credentials. */
export interface StoredCredentials {
  fields: readonly Credential[];
  version: number;
}

interface Values {
  values: CredentialValues;
}

/**
 * The credentials of a provider, made from its description, and the test of its connection. A save is followed by a
 * test, whose result the caller shows.
 */
export function ConnectionForm<Stored extends StoredCredentials>({
  name,
  provider,
  stored,
  isComplete,
  mayUpdate,
  invalidates,
  save,
  test,
  currentOf,
  result,
  callback,
  returnAddress,
}: {
  /** The provider's name in the reader's language. */
  name: string;
  provider: ProviderFields;
  stored: Stored;
  /** All that is required is stored: the connection can be tested. */
  isComplete: boolean;
  mayUpdate: boolean;
  invalidates: readonly (readonly unknown[])[];
  save: (values: Record<string, string>, version: number) => Promise<Stored>;
  /** A call to the provider; null where it has none. */
  test: (() => Promise<unknown>) | null;
  /** What somebody else has saved meanwhile, of the conflict. */
  currentOf: (stale: ApiError | null) => Stored | undefined;
  /** How the last test ended. */
  result: ReactNode;
  /** The address that the merchant enters at the provider, and where. */
  callback?: { address: string; help: string } | null;
  /** The address to which shoppers come back, where the merchant enters that as well. */
  returnAddress?: { address: string; help: string } | null;
}) {
  const t = useCredentialText();
  const s = useShared();
  // What the form is based on: a later save by somebody else is a conflict.
  const [base, setBase] = useState(stored);
  const form = useApiForm<Values>({
    initialValues: { values: credentialValues(provider, stored.fields) },
    validate: (values) => checkCredentials(provider, values),
  });
  const rebase = (next: Stored) => {
    setBase(next);
    const values = { values: credentialValues(provider, next.fields) };
    form.setInitialValues(values);
    form.setValues(values);
  };
  // What changed of the account besides its credentials is no conflict.
  const isSame = JSON.stringify(stored.fields) === JSON.stringify(base.fields);
  const version = isSame ? Math.max(base.version, stored.version) : base.version;
  const testing = useApiMutation({ run: async () => test?.(), invalidates });
  const saving = useApiMutation({
    run: (values: Values) => save(credentialBody(values.values), version),
    invalidates,
  });
  const current = currentOf(form.stale);
  return (
    <section className={classes.connection}>
      <Title order={3} size="h4">
        {t('connect', { name: `\u2068${name}\u2069` })}
      </Title>
      {provider.fields.some((field) => field.is_secret) && (
        <Text size="sm" c="dimmed" mt={2}>
          {t('connect.text')}
        </Text>
      )}
      <Form
        form={form}
        label={t('connect', { name })}
        onSave={async (values) => {
          rebase(await saving.mutateAsync(values));
          if (test) await testing.mutateAsync().catch(() => undefined);
        }}
        onSaved={() => toast.success(t('connect.saved'))}
      >
        <Stack gap={16} mt={14}>
          {isComplete && result}
          {provider.fields.map((field) => (
            <CredentialInput
              key={field.name}
              field={field}
              fields={provider.fields}
              stored={base.fields.find((one) => one.field === field.name)}
              form={form}
              disabled={!mayUpdate}
            />
          ))}
          {callback && <CallbackAddress label={t('callback')} {...callback} />}
          {returnAddress && <CallbackAddress label={t('return')} {...returnAddress} />}
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
          {mayUpdate && test && isComplete && !form.isDirty() && (
            <Button variant="default" ms="auto" loading={testing.isPending} onClick={() => testing.mutate()}>
              {t('connect.test')}
            </Button>
          )}
          {mayUpdate && (!isComplete || form.isDirty()) && (
            <Button type="submit" ms="auto" loading={form.busy}>
              {test ? t('connect.save') : s('save')}
            </Button>
          )}
        </Stack>
      </Form>
    </section>
  );
}

/** What a form of credentials lacks, by field. */
function checkCredentials(provider: ProviderFields, { values }: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(credentialFaults(provider.fields, values)).map(([name, fault]) => [
      `values.${name}`,
      fault === 'required' ? useShared.now('rule.required') : useCredentialText.now('field.malformed'),
    ]),
  );
}
