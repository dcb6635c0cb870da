import { Stack, TextInput } from '@mantine/core';
import { LtrField } from '@/shared/forms/ltr-field';
import { PhoneField } from '@/shared/forms/phone-field';
import { email, required } from '@/shared/forms/rules';
import { TranslatedField } from '@/shared/forms/translated-field';
import { enterStore, getSession } from '@/shared/session/session';
import { Section } from '@/shared/ui/page';
import { ImageUploader } from '@/shared/upload/image-uploader';
import { mediaUrl, type MediaItem } from '@/shared/upload/media';
import { useSettingsText } from './i18n';
import type { StoreSettings } from './settings.api';
import { bothOf, SettingsForm, WithSettings } from './settings-form';

interface Values {
  store_name: string;
  store_email: string;
  store_phone: string;
  store_industry: string;
  store_address: { ar: string; en: string };
  logo: MediaItem[];
  favicon: MediaItem[];
}

const picture = (id: string | null): MediaItem[] => (id ? [{ id, url: mediaUrl(id) }] : []);
const valuesOf = (settings: StoreSettings): Values => ({
  store_name: settings.store_name,
  store_email: settings.store_email,
  store_phone: settings.store_phone,
  store_industry: settings.store_industry,
  store_address: bothOf(settings.store_address),
  logo: picture(settings.logo),
  favicon: picture(settings.favicon),
});

/** ST-02: name, logo and contact of the store. */
export function GeneralPage() {
  const t = useSettingsText();
  return (
    <WithSettings>
      {(settings) => (
        <SettingsForm<Values>
          initial={valuesOf(settings)}
          wire={(values) => ({
            ...values,
            logo: values.logo[0]?.id ?? null,
            favicon: values.favicon[0]?.id ?? null,
          })}
          validate={{ store_name: required(), store_email: email() }}
          onSaved={(values) => {
            // The header of the dashboard shows the name.
            const { store } = getSession();
            if (store) enterStore({ ...store, name: values.store_name.trim() });
          }}
        >
          {(form) => (
            <>
              <Section title={t('general.store')} text={t('general.storeText')}>
                <Stack gap={16}>
                  <TextInput label={t('store_name')} required maxLength={80} {...form.getInputProps('store_name')} />
                  <TextInput
                    label={t('store_industry')}
                    description={t('store_industryHint')}
                    maxLength={80}
                    {...form.getInputProps('store_industry')}
                  />
                  <LtrField
                    label={t('store_email')}
                    description={t('store_emailHint')}
                    type="email"
                    inputMode="email"
                    maxLength={254}
                    {...form.getInputProps('store_email')}
                  />
                  <PhoneField
                    label={t('store_phone')}
                    {...form.getInputProps('store_phone')}
                    value={form.values.store_phone}
                  />
                  <TranslatedField
                    form={form}
                    name="store_address"
                    label={t('store_address')}
                    description={t('store_addressHint')}
                    kind="multiline"
                    rows={2}
                    maxLength={300}
                  />
                </Stack>
              </Section>
              <Section title={t('general.brand')}>
                <Stack gap={20}>
                  <ImageUploader
                    max={1}
                    label={t('logo')}
                    hint={t('logoHint')}
                    {...form.getInputProps('logo')}
                    value={form.values.logo}
                  />
                  <ImageUploader
                    max={1}
                    label={t('favicon')}
                    hint={t('faviconHint')}
                    {...form.getInputProps('favicon')}
                    value={form.values.favicon}
                  />
                </Stack>
              </Section>
            </>
          )}
        </SettingsForm>
      )}
    </WithSettings>
  );
}
