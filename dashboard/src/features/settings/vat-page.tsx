import { Stack, Switch } from '@mantine/core';
import { NumberField } from '@/shared/forms/number-field';
import { Section } from '@/shared/ui/page';
import { useSettingsText } from './i18n';
import { SettingsForm, WithSettings } from './settings-form';

interface Values {
  vat_value: number | null;
  prices_include_vat: boolean;
}

/** ST-06: the rate, and whether prices have it in them. */
export function VatPage() {
  const t = useSettingsText();
  return (
    <WithSettings>
      {(settings) => (
        <SettingsForm<Values>
          initial={{ vat_value: Number(settings.vat_value), prices_include_vat: settings.prices_include_vat }}
          wire={(values) => ({ ...values, vat_value: String(values.vat_value ?? 0) })}
        >
          {(form) => (
            <Section title={t('vat.title')} text={t('vat.text')}>
              <Stack gap={18}>
                <NumberField
                  label={t('vat_value')}
                  description={t('vat_valueHint')}
                  unit="%"
                  scale={2}
                  min={0}
                  max={100}
                  maw={260}
                  {...form.getInputProps('vat_value')}
                  value={form.values.vat_value}
                />
                <Switch
                  label={t('prices_include_vat')}
                  description={t('prices_include_vatHint')}
                  {...form.getInputProps('prices_include_vat', { type: 'checkbox' })}
                />
              </Stack>
            </Section>
          )}
        </SettingsForm>
      )}
    </WithSettings>
  );
}
