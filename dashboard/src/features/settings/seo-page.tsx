import { Stack } from '@mantine/core';
import { TranslatedField } from '@/shared/forms/translated-field';
import { Section } from '@/shared/ui/page';
import { useSettingsText } from './i18n';
import { bothOf, SettingsForm, WithSettings } from './settings-form';

type Bilingual = { ar: string; en: string };
interface Values {
  seo_title: Bilingual;
  seo_description: Bilingual;
  seo_keywords: Bilingual;
}

/** ST-07: search engine data of the front page. */
export function SeoPage() {
  const t = useSettingsText();
  return (
    <WithSettings>
      {(settings) => (
        <SettingsForm<Values>
          initial={{
            seo_title: bothOf(settings.seo_title),
            seo_description: bothOf(settings.seo_description),
            seo_keywords: bothOf(settings.seo_keywords),
          }}
          wire={(values) => values}
        >
          {(form) => (
            <Section title={t('seo.title')} text={t('seo.text')}>
              <Stack gap={16}>
                <TranslatedField
                  form={form}
                  name="seo_title"
                  label={t('seo_title')}
                  description={t('seo_titleHint')}
                  maxLength={120}
                />
                <TranslatedField
                  form={form}
                  name="seo_description"
                  label={t('seo_description')}
                  description={t('seo_descriptionHint')}
                  kind="multiline"
                  rows={3}
                  maxLength={320}
                />
                <TranslatedField
                  form={form}
                  name="seo_keywords"
                  label={t('seo_keywords')}
                  description={t('seo_keywordsHint')}
                  maxLength={300}
                />
              </Stack>
            </Section>
          )}
        </SettingsForm>
      )}
    </WithSettings>
  );
}
