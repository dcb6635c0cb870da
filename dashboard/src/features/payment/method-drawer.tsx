import { SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { currentOf } from '@/shared/api/conflict';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import { TranslatedField } from '@/shared/forms/translated-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useShared } from '@/shared/i18n/use-shared';
import { getSession, storeLanguages, useCan } from '@/shared/session/session';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { EmptyState } from '@/shared/ui/empty-state';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { DetailPage } from '@/shared/ui/page';
import { RoutedDrawer } from '@/shared/ui/routed-drawer';
import { toast } from '@/shared/ui/toast';
import { useLateAutofocus } from '@/shared/ui/use-late-autofocus';
import { usePaymentText } from './i18n';
import { paymentMethods, paymentQuery, type PaymentMethod } from './payment.api';

const StaleDialog = lazyDialog(() =>
  import('@/shared/forms/stale-dialog').then((m) => ({ default: m.StaleDialog<Values> })),
);

/** PY-01: one payment method in a drawer over the list. */
export function MethodDrawer() {
  const t = usePaymentText();
  const { id } = useParams({ from: '/settings-shell/payment-settings/methods/$id' });
  const query = useQuery(paymentQuery);
  const method = query.data?.find((one) => one.id === id);
  return (
    <RoutedDrawer title={method ? t(`kind.${method.provider}`) : t('title')} closeTo={{ to: '/payment-settings' }}>
      {(close) => (
        <DetailPage query={query}>
          {() =>
            method ? (
              <MethodForm key={method.id} method={method} onDone={close} />
            ) : (
              <EmptyState title={t('gone')} illustration="map" />
            )
          }
        </DetailPage>
      )}
    </RoutedDrawer>
  );
}

interface Values {
  name: { ar: string; en: string };
  instructions: { ar: string; en: string };
  is_active: boolean;
  fixed_fees: string;
  ratio_fees: number | null;
  add_vat_to_payment_charges: boolean;
  disable_on_first_order: boolean;
}

const valuesOf = (method: PaymentMethod): Values => ({
  name: { ar: method.name.ar ?? '', en: method.name.en ?? '' },
  instructions: { ar: method.instructions.ar ?? '', en: method.instructions.en ?? '' },
  is_active: method.is_active,
  fixed_fees: method.fixed_fees,
  ratio_fees: Number(method.ratio_fees),
  add_vat_to_payment_charges: method.add_vat_to_payment_charges,
  disable_on_first_order: method.disable_on_first_order,
});

function check(values: Values): Record<string, string> {
  const languages = storeLanguages(getSession());
  return languages.every((language) => !values.name[language].trim())
    ? { [`name.${languages[0] ?? 'ar'}`]: useShared.now('rule.required') }
    : {};
}

/** The fields of one payment method. */
function MethodForm({ method, onDone }: { method: PaymentMethod; onDone: () => void }) {
  useLateAutofocus();
  const t = usePaymentText();
  const s = useShared();
  const mayUpdate = useCan('update', 'Payment');
  // The version that the form is based on; a background refetch must not replace it.
  const [base, setBase] = useState(method);
  const save = useApiMutation({
    run: async ({ values, version }: { values: Values; version: number }) => {
      const answer = await paymentMethods.update(
        method.id,
        {
          ...values,
          fixed_fees: values.fixed_fees || '0',
          ratio_fees: String(values.ratio_fees ?? 0),
          version,
        },
        { form: true },
      );
      setBase(answer);
    },
    invalidates: [paymentMethods.key, ['setup-checklist']],
  });
  const form = useApiForm<Values>({ initialValues: valuesOf(method), validate: check });
  const current = currentOf<'put', '/payment-methods/{id}'>(form.stale);
  const yesNo = (value: unknown) => s(value ? 'yes' : 'no');
  return (
    <Form
      form={form}
      label={t(`kind.${method.provider}`)}
      onSave={(values) => save.mutateAsync({ values, version: base.version })}
      onSaved={() => {
        toast.success(s('saved'));
        onDone();
      }}
    >
      <Text size="sm" c="dimmed" mb={16}>
        {t(`about.${method.provider}`)}
      </Text>
      <Stack gap={16}>
        <Switch
          label={t('isActive')}
          data-autofocus
          disabled={!mayUpdate}
          {...form.getInputProps('is_active', { type: 'checkbox' })}
        />
        <TranslatedField form={form} name="name" label={t('name')} required maxLength={100} />
        <TranslatedField
          form={form}
          name="instructions"
          label={t('instructions')}
          description={t('instructionsHint')}
          kind="multiline"
          rows={2}
          maxLength={1000}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
          <MoneyField
            label={t('fixed')}
            description={t('fixedHint')}
            {...form.getInputProps('fixed_fees')}
            value={form.values.fixed_fees}
          />
          <NumberField
            label={t('ratio')}
            description={t('ratioHint')}
            unit="%"
            scale={2}
            min={0}
            max={100}
            {...form.getInputProps('ratio_fees')}
            value={form.values.ratio_fees}
          />
        </SimpleGrid>
        <Switch
          label={t('vat')}
          description={t('vatHint')}
          {...form.getInputProps('add_vat_to_payment_charges', { type: 'checkbox' })}
        />
        <Switch
          label={t('first')}
          description={t('firstHint')}
          {...form.getInputProps('disable_on_first_order', { type: 'checkbox' })}
        />
        {!mayUpdate && (
          <Text size="sm" c="dimmed">
            {t('readOnly')}
          </Text>
        )}
        <DialogFoot
          submit={mayUpdate ? undefined : null}
          cancel={mayUpdate ? undefined : s('close')}
          isBusy={form.busy}
          onCancel={onDone}
        />
      </Stack>
      {current && (
        <Suspense fallback={null}>
          <StaleDialog
            fields={[
              { key: 'is_active', label: t('isActive'), show: yesNo },
              { key: 'name', label: t('name') },
              { key: 'instructions', label: t('instructions') },
              { key: 'fixed_fees', label: t('fixed') },
              { key: 'ratio_fees', label: t('ratio') },
              { key: 'add_vat_to_payment_charges', label: t('vat'), show: yesNo },
              { key: 'disable_on_first_order', label: t('first'), show: yesNo },
            ]}
            base={{ ...valuesOf(base) }}
            mine={{ ...form.getValues() }}
            theirs={{ ...valuesOf(current) }}
            onClose={form.clearStale}
            onResolve={(values) => {
              setBase(current);
              form.saveOver(values, valuesOf(current));
            }}
          />
        </Suspense>
      )}
    </Form>
  );
}
