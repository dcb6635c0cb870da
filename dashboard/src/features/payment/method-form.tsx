import { Button, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { currentOf } from '@/shared/api/conflict';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import { TranslatedField } from '@/shared/forms/translated-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { toast } from '@/shared/ui/toast';
import { useLateAutofocus } from '@/shared/ui/use-late-autofocus';
import { FeeExample } from './fee-example';
import { usePaymentText } from './i18n';
import { LimitFields } from './limit-fields';
import { bodyOf, checkMethod, valuesOf, type MethodValues } from './method-values';
import { paymentMethods, type PaymentMethod } from './payment.api';
import { useRemoveMethod } from './use-remove-method';

const StaleMethod = lazyDialog(() => import('./stale-method').then((part) => ({ default: part.StaleMethod })));

/** The fields of one payment method: what shoppers see, what it costs them, and when it is offered. */
export function MethodForm({
  method,
  onDone,
  onGone,
}: {
  method: PaymentMethod;
  onDone: () => void;
  /** Called after deletion. */
  onGone: () => unknown;
}) {
  useLateAutofocus();
  const t = usePaymentText();
  const s = useShared();
  const mayUpdate = useCan('update', 'Payment');
  const mayDelete = useCan('delete', 'Payment');
  const remove = useRemoveMethod();
  // The version that the form is based on; a background refetch must not replace it.
  const [base, setBase] = useState(method);
  const save = useApiMutation({
    run: async ({ values, version }: { values: MethodValues; version: number }) =>
      setBase(await paymentMethods.update(method.id, { ...bodyOf(values), version }, { form: true })),
    invalidates: [paymentMethods.key, ['setup-checklist']],
  });
  const form = useApiForm<MethodValues>({ initialValues: valuesOf(method), validate: checkMethod });
  const current = currentOf<'put', '/payment-methods/{id}'>(form.stale);
  const finish = () => {
    toast.success(s('saved'));
    onDone();
  };
  const askRemove = () =>
    remove(method, () => {
      form.resetDirty();
      return onGone();
    });
  return (
    <Form
      form={form}
      label={t(`kind.${method.provider}`)}
      onSave={(values) => save.mutateAsync({ values, version: base.version })}
      onSaved={finish}
    >
      {!method.connection && (
        <Text size="sm" c="dimmed" mb={16}>
          {t(`about.${method.provider}`)}
        </Text>
      )}
      <Stack gap={16}>
        <Switch
          label={t('isActive')}
          data-autofocus={method.connection ? undefined : true}
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
        <FeeExample values={form.values} />
        <LimitFields form={form} stored={method.countries} />
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
          aside={
            method.connection &&
            mayDelete && (
              <Button
                variant="subtle"
                color="red"
                ms={-12}
                px={12}
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => void askRemove()}
              >
                {s('delete')}
              </Button>
            )
          }
          submit={mayUpdate ? undefined : null}
          cancel={mayUpdate ? undefined : s('close')}
          isBusy={form.busy}
          onCancel={onDone}
        />
      </Stack>
      {current && (
        <Suspense fallback={null}>
          <StaleMethod
            base={base}
            mine={form.getValues()}
            current={current}
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
