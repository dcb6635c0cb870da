import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { ImportView } from '@/modules/file-import/file-import.model';
import { SheetUpload } from '@/modules/file-import/sheet-upload';
import { Form } from '@/shared/forms/form';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { storeDay } from '@/shared/i18n/format';
import { PageHeader, Section } from '@/shared/ui/page';
import { sheetKey, sheetQuery, settlements, uploadSheet } from './courier-cash.api';
import { useCashText } from './i18n';
import { SettlementFields } from './settlement-fields';
import { bodyOf, newValues, type SettlementValues } from './settlement-values';

/** OR-06: a courier's sheet and what the merchant says of it; the settlement is made of both. */
export function CourierImportPage() {
  const t = useCashText();
  const { sheet: id } = useSearch({ from: '/courier-cash/import' });
  const navigate = useNavigate();
  const client = useQueryClient();
  const [today] = useState(() => storeDay(new Date()));
  const form = useApiForm<SettlementValues>({
    initialValues: newValues(today, id),
    validate: {
      sheet_id: (value) => (value ? null : t('needSheet')),
      courier: required(),
      remitted_on: required(),
    },
  });
  const created = useRef<string>(null);
  const setSheet = (sheet: string | undefined) => {
    form.setFieldValue('sheet_id', sheet ?? '');
    return navigate({ to: '/courier-cash/import', search: { sheet }, replace: true });
  };
  const store = async (values: SettlementValues) => {
    const settlement = await settlements.create(bodyOf(values, true), { form: true });
    client.setQueryData(settlements.findQuery(settlement.id).queryKey, settlement);
    void client.invalidateQueries({ queryKey: [...settlements.key, 'index'] });
    created.current = settlement.id;
  };
  const open = () => {
    if (!created.current) return;
    const params = { id: created.current };
    void navigate({ to: '/courier-cash/settlements/$id', params, replace: true });
  };
  return (
    <>
      <PageHeader title={t('new.title')} back={{ to: '/courier-cash/settlements' }} />
      <Form form={form} onSave={store} onSaved={open} label={t('new.title')}>
        <Stack gap={20}>
          <Section title={t('new.sheet')}>
            {/* The place of what the server says of the file. */}
            <div data-path="sheet_id">
              {id ? (
                <UploadedSheet id={id} onOther={() => void setSheet(undefined)} />
              ) : (
                <SheetUpload<ImportView>
                  label={t('drop')}
                  hint={t('dropHint')}
                  send={uploadSheet}
                  onUploaded={(sheet) => {
                    client.setQueryData(sheetKey(sheet.id), sheet);
                    return setSheet(sheet.id);
                  }}
                />
              )}
            </div>
            {form.errors.sheet_id && (
              <Text size="sm" c="var(--bad)" mt={10} role="alert">
                {form.errors.sheet_id}
              </Text>
            )}
          </Section>
          <Section title={t('details')}>
            <SettlementFields form={form} isNew />
          </Section>
          <Group justify="flex-end">
            <Button type="submit" loading={form.busy}>
              {t('continue')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </>
  );
}

/** The file that was uploaded, or that it is gone. */
function UploadedSheet({ id, onOther }: { id: string; onOther: () => void }) {
  const t = useCashText();
  const query = useQuery(sheetQuery(id));
  const other = (
    <Button variant="default" size="xs" onClick={onOther}>
      {t('otherFile')}
    </Button>
  );
  if (query.data === null || query.error) {
    return (
      <Alert color="yellow" role="alert">
        <Stack gap={10} align="flex-start">
          {t('sheetGone')}
          {other}
        </Stack>
      </Alert>
    );
  }
  return (
    <Group justify="space-between" gap={12}>
      <Group gap={10} wrap="nowrap" miw={0}>
        <IconFileSpreadsheet size={24} stroke={1.4} aria-hidden style={{ flex: 'none' }} />
        <div style={{ minInlineSize: 0 }}>
          <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{query.data?.file_name ?? '…'}</bdi>
          </Text>
          {query.data && (
            <Text size="xs" c="dimmed">
              {t('records', { count: query.data.records })}
            </Text>
          )}
        </div>
      </Group>
      {other}
    </Group>
  );
}
