import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { SaveBar } from '@/shared/forms/save-bar';
import { useApiForm, type ApiForm, type FormValues } from '@/shared/forms/use-api-form';
import type { Texts } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { DetailPage } from '@/shared/ui/page';
import { toast } from '@/shared/ui/toast';
import { useSettingsText } from './i18n';
import { saveSettings, settingsKey, settingsQuery, type SettingCode, type StoreSettings } from './settings.api';

export const bothOf = (texts: Texts): { ar: string; en: string } => ({ ar: texts.ar ?? '', en: texts.en ?? '' });

/** Loads the settings and gives them to a section's form. */
export function WithSettings({ children }: { children: (settings: StoreSettings) => ReactNode }) {
  return <DetailPage query={useQuery(settingsQuery)}>{children}</DetailPage>;
}

/** One section of the settings: fields, and the save bar once something changed; only changed settings are sent. */
export function SettingsForm<Values extends FormValues>({
  initial,
  wire,
  validate,
  onSaved,
  children,
}: {
  initial: Values;
  /** Converts form values to settings. */
  wire: (values: Values) => Partial<StoreSettings>;
  validate?: Parameters<typeof useApiForm<Values>>[0]['validate'];
  onSaved?: (values: Values) => void;
  children: (form: ApiForm<Values>) => ReactNode;
}) {
  const t = useSettingsText();
  const s = useShared();
  const mayUpdate = useCan('update', 'Setting');
  const saved = useRef<Partial<StoreSettings>>(wire(initial));
  const form = useApiForm<Values>({ initialValues: initial, validate });
  const save = useApiMutation({
    run: async (values: Values) => {
      saved.current = await saveSettings(saved.current, wire(values));
    },
    invalidates: [settingsKey, ['setup-checklist']],
  });
  return (
    <Form
      form={form}
      onSave={(values) => save.mutateAsync(values)}
      onSaved={() => {
        toast.success(s('saved'));
        onSaved?.(form.getValues());
      }}
    >
      <Stack gap={20}>
        {children(form)}
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

export type FlagCode = {
  [Code in SettingCode]: StoreSettings[Code] extends boolean ? Code : never;
}[SettingCode];
