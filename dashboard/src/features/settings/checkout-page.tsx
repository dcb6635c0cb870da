import { Stack, Switch } from '@mantine/core';
import { Section } from '@/shared/ui/page';
import { useSettingsText } from './i18n';
import { SettingsForm, WithSettings, type FlagCode } from './settings-form';

const flags = [
  'allow_guest_checkout',
  'require_email_in_checkout',
  'allow_worldwide_checkout',
  'show_buy_now_button',
  'skip_cart_page',
] as const satisfies readonly FlagCode[];
type Values = Record<(typeof flags)[number], boolean>;

/** ST-05: what checkout asks for, and the way to it. */
export function CheckoutPage() {
  const t = useSettingsText();
  return (
    <WithSettings>
      {(settings) => (
        <SettingsForm<Values>
          initial={Object.fromEntries(flags.map((code) => [code, settings[code]])) as Values}
          wire={(values) => values}
        >
          {(form) => (
            <Section title={t('checkout.title')} text={t('checkout.text')}>
              <Stack gap={18}>
                {flags.map((code) => (
                  <Switch
                    key={code}
                    label={t(code)}
                    description={t(`${code}Hint`)}
                    {...form.getInputProps(code, { type: 'checkbox' })}
                  />
                ))}
              </Stack>
            </Section>
          )}
        </SettingsForm>
      )}
    </WithSettings>
  );
}
