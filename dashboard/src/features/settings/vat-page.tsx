import { Alert, Button, Radio, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { LtrField } from '@/shared/forms/ltr-field';
import { NumberField } from '@/shared/forms/number-field';
import { SaveBar } from '@/shared/forms/save-bar';
import { TranslatedField } from '@/shared/forms/translated-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan, useSession } from '@/shared/session/session';
import { DetailPage, Section } from '@/shared/ui/page';
import { toast } from '@/shared/ui/toast';
import { useSettingsText } from './i18n';
import { detailsQuery, saveDetails, type InvoiceDetails, type InvoiceDetailsIn } from './invoice-details.api';
import { settingsKey } from './settings.api';
import { bothOf } from './settings-form';

interface Values {
  vat_registration: 'registered' | 'not_registered' | '';
  vat_value: number | null;
  prices_include_vat: boolean;
  vat_number: string;
  legal_name: string;
  commercial_registration: string;
  store_address: { ar: string; en: string };
}

/** ST-06, OR-08: seller details and VAT: required before the first invoice. */
export function VatPage() {
  return (
    <DetailPage query={useQuery(detailsQuery)}>
      {(details) => <DetailsForm key={String(details.vat_registration)} details={details} />}
    </DetailPage>
  );
}

function DetailsForm({ details }: { details: InvoiceDetails }) {
  const t = useSettingsText();
  const s = useShared();
  const { store } = useSession();
  const mayUpdate = useCan('update', 'Setting');
  const save = useApiMutation({
    run: (values: InvoiceDetailsIn) => saveDetails(values),
    invalidates: [detailsQuery.queryKey, settingsKey, ['setup-checklist'], ['orders']],
  });
  const isMissing = !details.vat_registration;
  const form = useApiForm<Values>({
    initialValues: {
      vat_registration: details.vat_registration ?? '',
      // A registered store charges the country's rate, unless it has set another one.
      vat_value: Number(Number(details.vat_value) > 0 ? details.vat_value : details.default_vat_value),
      prices_include_vat: details.prices_include_vat,
      vat_number: details.vat_number,
      legal_name: details.legal_name || (isMissing ? (store?.name ?? '') : ''),
      commercial_registration: details.commercial_registration,
      store_address: bothOf(details.store_address),
    },
    validate: { vat_registration: (value) => (value ? null : t('registration.choose')) },
  });
  const { vat_registration: registration } = form.values;
  return (
    <Form
      form={form}
      onSave={({ vat_registration, vat_value, ...rest }) =>
        save.mutateAsync({
          ...rest,
          vat_registration: vat_registration as InvoiceDetailsIn['vat_registration'],
          vat_value: String(vat_value ?? ''),
        })
      }
      onSaved={() => toast.success(s('saved'))}
    >
      <Stack gap={20}>
        {details.holds_invoices && (
          <Alert color="yellow" icon={<IconFileInvoice size={18} aria-hidden />}>
            <Text size="sm" fw={600} mb={4}>
              {t('registration.waits')}
            </Text>
            {t('registration.waitsText')}
          </Alert>
        )}
        <Section title={t('vat.title')} text={t('vat.text')}>
          <Stack gap={18}>
            <Radio.Group label={t('registration.ask')} withAsterisk {...form.getInputProps('vat_registration')}>
              <Stack gap={10} mt={8}>
                <Radio value="registered" label={t('registration.registered')} />
                <Radio
                  value="not_registered"
                  label={t('registration.not_registered')}
                  description={t('registration.not_registeredHint')}
                />
              </Stack>
            </Radio.Group>
            {registration === 'registered' && (
              <>
                <LtrField
                  label={t('vat_number')}
                  description={t('vat_numberHint')}
                  inputMode="numeric"
                  maxLength={20}
                  withAsterisk
                  {...form.getInputProps('vat_number')}
                />
                <NumberField
                  label={t('vat_value')}
                  description={t('vat_valueHint')}
                  unit="%"
                  scale={2}
                  min={0}
                  max={100}
                  maw={260}
                  withAsterisk
                  {...form.getInputProps('vat_value')}
                  value={form.values.vat_value}
                />
                <Switch
                  label={t('prices_include_vat')}
                  description={t('prices_include_vatHint')}
                  {...form.getInputProps('prices_include_vat', { type: 'checkbox' })}
                />
              </>
            )}
          </Stack>
        </Section>
        <Section title={t('documents.seller')} text={t('documents.sellerText')}>
          <Stack gap={16}>
            <TextInput
              label={t('legal_name')}
              description={t('legal_nameHint')}
              maxLength={120}
              withAsterisk
              {...form.getInputProps('legal_name')}
            />
            <TranslatedField
              form={form}
              name="store_address"
              label={t('store_address')}
              kind="multiline"
              rows={3}
              maxLength={300}
              required
            />
            <LtrField
              label={t('commercial_registration')}
              maxLength={30}
              {...form.getInputProps('commercial_registration')}
            />
          </Stack>
        </Section>
        {!mayUpdate && (
          <Text size="sm" c="dimmed">
            {t('readOnly')}
          </Text>
        )}
      </Stack>
      {mayUpdate && (
        <SaveBar dirty={form.isDirty()} busy={form.busy} onDiscard={() => form.discard()}>
          <Button type="submit" loading={form.busy}>
            {s('save')}
          </Button>
        </SaveBar>
      )}
    </Form>
  );
}
