import { Stack, Switch } from '@mantine/core';
import { NumberField } from '@/shared/forms/number-field';
import { useShared } from '@/shared/i18n/use-shared';
import { Section } from '@/shared/ui/page';
import { useSettingsText } from './i18n';
import { SettingsForm, WithSettings, type FlagCode } from './settings-form';

const flags = [
  'require_email_in_checkout',
  'allow_worldwide_checkout',
  'show_buy_now_button',
  'skip_cart_page',
] as const satisfies readonly FlagCode[];
type Values = Record<(typeof flags)[number], boolean> & { checkout_hold_minutes: number | null };

/** ST-05: fields and steps of the checkout. */
export function CheckoutPage() {
  const t = useSettingsText();
  const s = useShared();
  return (
    <WithSettings>
      {(settings) => (
        <SettingsForm<Values>
          initial={
            {
              ...Object.fromEntries(flags.map((code) => [code, settings[code]])),
              checkout_hold_minutes: settings.checkout_hold_minutes,
            } as Values
          }
          wire={({ checkout_hold_minutes, ...rest }) => ({
            ...rest,
            checkout_hold_minutes: checkout_hold_minutes ?? 0,
          })}
          validate={(values) =>
            values.checkout_hold_minutes === null ? { checkout_hold_minutes: s('rule.required') } : {}
          }
        >
          {(form) => (
            <>
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
              <Section title={t('hold.title')} text={t('hold.text')}>
                <NumberField
                  label={t('checkout_hold_minutes')}
                  description={t('checkout_hold_minutesHint')}
                  min={5}
                  max={60}
                  unit={t('minutes')}
                  {...form.getInputProps('checkout_hold_minutes')}
                  value={form.values.checkout_hold_minutes}
                />
              </Section>
            </>
          )}
        </SettingsForm>
      )}
    </WithSettings>
  );
}
