import { Button, Select, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { currentOf } from '@/shared/api/conflict';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { FormDraft } from '@/shared/forms/form-draft';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import { SaveBar } from '@/shared/forms/save-bar';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { DetailPage, PageHeader, Section } from '@/shared/ui/page';
import { toast } from '@/shared/ui/toast';
import {
  codRulesKey,
  codRulesQuery,
  previewRules,
  saveRules,
  type CodAction,
  type CodPreview,
  type CodRules,
} from './cod-rules.api';
import { sentOf, valuesOf, type Values } from './cod-rules.model';
import { useCodRulesText } from './i18n';
import { PreviewTable } from './preview-table';
import { RuleNotices } from './rule-notices';
import { RulesSection } from './rules-section';

const StaleDialog = lazyDialog(() =>
  import('@/shared/forms/stale-dialog').then((one) => ({ default: one.StaleDialog<Values> })),
);

/** The rules for cash orders, and the preview of their effect. */
export function CodRulesPage() {
  const t = useCodRulesText();
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <DetailPage query={useQuery(codRulesQuery)}>{(rules) => <Rules rules={rules} />}</DetailPage>
    </>
  );
}

function Rules({ rules }: { rules: CodRules }) {
  const t = useCodRulesText();
  const s = useShared();
  const mayUpdate = useCan('update', 'Payment');
  // The preview shows data of orders.
  const readsOrders = useCan('read', 'Order');
  const [preview, setPreview] = useState<CodPreview | null>(null);
  const [isPreviewing, setPreviewing] = useState(false);
  // The version that the form is based on; a background refetch must not replace it.
  const [base, setBase] = useState(rules);
  const save = useApiMutation({
    run: async (body: Parameters<typeof saveRules>[0]) => setBase(await saveRules(body)),
    invalidates: [codRulesKey],
  });
  const form = useApiForm<Values>({ initialValues: valuesOf(rules) });
  const values = form.getValues();
  const current = currentOf<'put', '/cod-rules'>(form.stale);
  const namesOf = (value: unknown) => (value as Values['rules']).map((rule) => rule.name).join(' · ') || t('none');
  const showPreview = async () => {
    setPreviewing(true);
    const before = form.getInitialValues();
    await form.send(async (now) => setPreview(await previewRules(sentOf(now))));
    // The preview saves nothing: the form stays dirty.
    form.setInitialValues(before);
    form.resetDirty(before);
    setPreviewing(false);
  };
  // The rules get new keys, so the form's base is what is shown then.
  return (
    <Form
      form={form}
      onSave={(now) => save.mutateAsync({ ...sentOf(now), version: base.version })}
      onSaved={() => toast.success(s('saved'))}
    >
      <FormDraft form={form} of="cod-rules" />
      <Stack gap={20}>
        <RuleNotices rules={values.rules} store={rules} />
        <RulesSection form={form} highValue={rules.high_value} mayUpdate={mayUpdate} />
        <Section>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label={t('otherwise')}
              allowDeselect={false}
              disabled={!mayUpdate}
              data={(['confirm', 'ship'] as const).map((value) => ({ value, label: t(`action.${value}`) }))}
              {...form.getInputProps('otherwise')}
            />
            <MoneyField
              label={t('highValue')}
              description={t('highValueHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              disabled={!mayUpdate}
              {...form.getInputProps('high_value')}
              value={values.high_value}
            />
            {values.rules.some((rule) => rule.action === 'deposit') && (
              <NumberField
                label={t('deposit.hours')}
                description={t('deposit.hoursHint')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                unit={t('deposit.hoursUnit')}
                min={1}
                max={336}
                disabled={!mayUpdate}
                {...form.getInputProps('deposit_hours')}
                value={values.deposit_hours}
              />
            )}
          </SimpleGrid>
        </Section>
        {readsOrders && (
          <Section
            title={t('preview')}
            text={t('previewText')}
            actions={
              <Button variant="default" size="sm" loading={isPreviewing} onClick={() => void showPreview()}>
                {t('previewDo')}
              </Button>
            }
          >
            {preview && <PreviewTable preview={preview} />}
          </Section>
        )}
      </Stack>
      {mayUpdate && (
        <SaveBar dirty={form.isDirty()} busy={form.busy} onDiscard={() => form.discard()}>
          <Button type="submit" loading={form.busy && !isPreviewing}>
            {s('save')}
          </Button>
        </SaveBar>
      )}
      {current && (
        <Suspense fallback={null}>
          <StaleDialog
            fields={[
              { key: 'rules', label: t('rules'), show: namesOf },
              { key: 'otherwise', label: t('otherwise'), show: (value) => t(`action.${value as CodAction}`) },
              { key: 'high_value', label: t('highValue') },
              { key: 'deposit_hours', label: t('deposit.hours') },
            ]}
            base={{ ...valuesOf(base) }}
            mine={{ ...form.getValues() }}
            theirs={{ ...valuesOf(current) }}
            onClose={form.clearStale}
            onResolve={(chosen) => {
              setBase(current);
              form.saveOver(chosen, valuesOf(current));
            }}
          />
        </Suspense>
      )}
    </Form>
  );
}
