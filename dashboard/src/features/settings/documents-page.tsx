import { Select, Stack } from '@mantine/core';
import { TranslatedField } from '@/shared/forms/translated-field';
import { Section } from '@/shared/ui/page';
import { useSettingsText } from './i18n';
import type { StoreSettings } from './settings.api';
import { bothOf, SettingsForm, WithSettings } from './settings-form';

interface Values extends Pick<StoreSettings, 'invoice_when' | 'document_language' | 'document_paper'> {
  document_footer: { ar: string; en: string };
}

const moments = ['paid_or_shipped', 'paid', 'shipped', 'manual'] as const;
const languages = ['ar', 'both', 'en'] as const;
const papers = ['a4', 'a5', 'roll80'] as const;

/** OR-08: when an invoice is issued, how documents are printed. */
export function DocumentsPage() {
  const t = useSettingsText();
  return (
    <WithSettings>
      {(settings) => (
        <SettingsForm<Values>
          initial={{
            invoice_when: settings.invoice_when,
            document_language: settings.document_language,
            document_paper: settings.document_paper,
            document_footer: bothOf(settings.document_footer),
          }}
          wire={(values) => values}
        >
          {(form) => (
            <>
              <Section title={t('documents.invoices')} text={t('documents.invoicesText')}>
                <Select
                  label={t('invoice_when')}
                  maw={420}
                  allowDeselect={false}
                  data={moments.map((value) => ({ value, label: t(`invoice_when.${value}`) }))}
                  {...form.getInputProps('invoice_when')}
                />
              </Section>
              <Section title={t('documents.print')}>
                <Stack gap={16}>
                  <Select
                    label={t('document_language')}
                    maw={420}
                    allowDeselect={false}
                    data={languages.map((value) => ({ value, label: t(`document_language.${value}`) }))}
                    {...form.getInputProps('document_language')}
                  />
                  <Select
                    label={t('document_paper')}
                    maw={420}
                    allowDeselect={false}
                    data={papers.map((value) => ({ value, label: t(`document_paper.${value}`) }))}
                    {...form.getInputProps('document_paper')}
                  />
                  <TranslatedField
                    form={form}
                    name="document_footer"
                    label={t('document_footer')}
                    description={t('document_footerHint')}
                    kind="multiline"
                    rows={2}
                    maxLength={300}
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
