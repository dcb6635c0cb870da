import { Button, Stack, Switch, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { Courier } from '@/modules/couriers/couriers.api';
import { currentOf } from '@/shared/api/conflict';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { FormDraft } from '@/shared/forms/form-draft';
import { TranslatedField } from '@/shared/forms/translated-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { toast } from '@/shared/ui/toast';
import { checkShipping } from './check-shipping';
import { CourierFields, NotOffered } from './courier-method/courier-fields';
import { DeliveryTerms } from './courier-method/delivery-terms';
import { DeliveryFields } from './delivery-fields';
import { useShippingText } from './i18n';
import { shippingMethods, shippingQuery, type ShippingMethod, type ShippingProposal } from './shipping.api';
import { bodyOf, valuesOf, valuesOfProposal, type ShippingValues } from './shipping.model';
import type { ShippingProvider } from '@/modules/shipping/providers';
import { useLateAutofocus } from '@/shared/ui/use-late-autofocus';

const StaleShipping = lazyDialog(() => import('./stale-shipping').then((part) => ({ default: part.StaleShipping })));

/** The form of a shipping method, new or existing. */
export function MethodForm({
  method,
  kind,
  courier,
  proposed,
  onDone,
  onGone = onDone,
}: {
  method?: ShippingMethod;
  kind: ShippingProvider;
  /** The courier of the kind. */
  courier?: Courier;
  /** The proposed first delivery method. */
  proposed?: ShippingProposal | null;
  onDone: () => void;
  /** Called after deletion. */
  onGone?: () => unknown;
}) {
  const t = useShippingText();
  const s = useShared();
  useLateAutofocus();
  const { language } = useLanguage();
  const mayUpdate = useCan(method ? 'update' : 'create', 'Shipping');
  const mayDelete = useCan('delete', 'Shipping');
  // The version that the form is based on; a background refetch must not replace it.
  const [base, setBase] = useState(method);
  const save = useApiMutation({
    run: (values: ShippingValues) =>
      base
        ? shippingMethods.update(base.id, { ...bodyOf(values, kind), version: base.version }, { form: true })
        : shippingMethods.create({ ...bodyOf(values, kind), provider: kind }, { form: true }),
    invalidates: [shippingMethods.key, ['setup-checklist']],
  });
  const remove = useApiMutation({
    run: (id: string) => shippingMethods.remove(id),
    invalidates: [shippingQuery.queryKey, ['setup-checklist']],
  });
  const form = useApiForm<ShippingValues>({
    initialValues: proposed ? valuesOfProposal(proposed) : valuesOf(method),
    validate: (values) => checkShipping(values, kind),
  });
  const finish = () => {
    toast.success(s('saved'));
    onDone();
  };
  const askRemove = async () => {
    if (!method) return;
    const name = textOf(method.name, language);
    if (
      !(await confirm({ title: t('deleteAsk', { name }), text: t('deleteText'), confirm: s('delete'), danger: true }))
    )
      return;
    form.resetDirty();
    remove.mutate(method.id, { onSuccess: () => void onGone() });
  };
  const current = currentOf<'put', '/shipping-methods/{id}'>(form.stale);
  return (
    <Form form={form} onSave={(values) => save.mutateAsync(values)} onSaved={finish}>
      <FormDraft form={form} of={`shipping-method:${method?.id ?? `new-${kind}`}`} />
      <Stack gap={16}>
        {proposed && (
          <Text size="sm" c="dimmed">
            {t('proposedHint')}
          </Text>
        )}
        <TranslatedField form={form} name="name" label={t('name')} required maxLength={100} autoFocus />
        <TranslatedField
          form={form}
          name="note"
          label={t('note')}
          description={t(kind === 'PICKUP' ? 'noteHintPickup' : 'noteHint')}
          kind="multiline"
          rows={2}
          maxLength={500}
        />
        {kind === 'PICKUP' && (
          <TranslatedField
            form={form}
            name="pickup_address"
            label={t('pickupAddress')}
            description={t('pickupAddressHint')}
            required={form.values.is_active}
            maxLength={300}
          />
        )}
        {courier && <NotOffered courier={courier} />}
        {kind !== 'PICKUP' && (
          <>
            <DeliveryFields form={form} courier={courier} method={method} />
            {courier && <CourierFields form={form} courier={courier} />}
            <DeliveryTerms form={form} />
          </>
        )}
        <Switch
          label={t('cod')}
          description={t('codHint')}
          {...form.getInputProps('is_cod_allowed', { type: 'checkbox' })}
        />
        <Switch
          label={t('active')}
          description={t('activeHint')}
          {...form.getInputProps('is_active', { type: 'checkbox' })}
        />
        {!mayUpdate && (
          <Text size="sm" c="dimmed">
            {t('readOnly')}
          </Text>
        )}
        <DialogFoot
          aside={
            method &&
            mayDelete && (
              <Button
                variant="subtle"
                color="red"
                ms={-12}
                px={12}
                loading={remove.isPending}
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => void askRemove()}
              >
                {s('delete')}
              </Button>
            )
          }
          submit={mayUpdate ? (method ? undefined : t('add')) : null}
          cancel={mayUpdate ? undefined : s('close')}
          isBusy={form.busy}
          onCancel={onDone}
        />
      </Stack>
      {current && base && (
        <Suspense fallback={null}>
          <StaleShipping
            kind={kind}
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
