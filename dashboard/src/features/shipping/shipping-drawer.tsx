import { Button, Group, MultiSelect, SegmentedControl, Stack, Switch, TagsInput, Input, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { countryName, partsJoiner } from '@/modules/address/address';
import { countryChoices } from '@/modules/address/countries';
import { currentOf } from '@/shared/api/conflict';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { FormDraft } from '@/shared/forms/form-draft';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import { TranslatedField } from '@/shared/forms/translated-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { getSession, storeLanguages, useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { DetailPage } from '@/shared/ui/page';
import { RoutedDrawer } from '@/shared/ui/routed-drawer';
import { toast } from '@/shared/ui/toast';
import { useShippingText } from './i18n';
import {
  proposalQuery,
  shippingMethods,
  shippingQuery,
  type ShippingMethod,
  type ShippingProposal,
} from './shipping.api';
import { bodyOf, valuesOf, valuesOfProposal, type ShippingKind, type ShippingValues } from './shipping.model';

const StaleDialog = lazyDialog(() =>
  import('@/shared/forms/stale-dialog').then((m) => ({ default: m.StaleDialog<ShippingValues> })),
);

/** A method in a drawer over the list: `new` or an id. */
export function ShippingDrawer() {
  const t = useShippingText();
  const { id } = useParams({ from: '/shipping-settings/$id' });
  const { kind } = useSearch({ from: '/shipping-settings/$id' });
  const isNew = id === 'new';
  const query = useQuery({ ...shippingMethods.findQuery(id), enabled: !isNew });
  const proposal = useQuery({ ...proposalQuery, enabled: isNew && kind !== 'PICKUP', staleTime: Infinity });
  const shown: ShippingKind = isNew ? (kind ?? 'CUSTOM') : (query.data?.provider ?? 'CUSTOM');
  return (
    <RoutedDrawer title={t(`form.${shown}`)} closeTo={{ to: '/shipping-settings' }}>
      {(close, leave) =>
        isNew ? (
          shown === 'CUSTOM' ? (
            <DetailPage query={proposal}>
              {(proposed) => <MethodForm kind={shown} proposed={proposed} onDone={close} />}
            </DetailPage>
          ) : (
            <MethodForm kind={shown} onDone={close} />
          )
        ) : (
          <DetailPage query={query}>
            {(method) => (
              <MethodForm key={method.id} method={method} kind={method.provider} onDone={close} onGone={leave} />
            )}
          </DetailPage>
        )
      }
    </RoutedDrawer>
  );
}

function check(values: ShippingValues, kind: ShippingKind): Record<string, string> {
  const errors: Record<string, string> = {};
  const required = useShared.now('rule.required');
  const languages = storeLanguages(getSession());
  if (languages.every((language) => !values.name[language].trim())) errors[`name.${languages[0] ?? 'ar'}`] = required;
  if (kind === 'PICKUP' && values.is_active && languages.every((l) => !values.pickup_address[l].trim()))
    errors[`pickup_address.${languages[0] ?? 'ar'}`] = useShippingText.now('pickupAddressFirst');
  if (kind === 'CUSTOM') {
    if (values.fixed_cost === '') errors.fixed_cost = required;
    if (values.cost_by === 'weight') {
      if (values.threshold_kg === null) errors.threshold_kg = required;
      if (values.extra_weight_cost === '') errors.extra_weight_cost = required;
      if (!values.step_kg) errors.step_kg = required;
    }
  }
  return errors;
}

export function MethodForm({
  method,
  kind,
  proposed,
  onDone,
  onGone = onDone,
}: {
  method?: ShippingMethod;
  kind: ShippingKind;
  /** What the first delivery method could be. */
  proposed?: ShippingProposal | null;
  onDone: () => void;
  /** It was deleted. */
  onGone?: () => unknown;
}) {
  const t = useShippingText();
  const s = useShared();
  const { language } = useLanguage();
  const mayUpdate = useCan(method ? 'update' : 'create', 'Shipping');
  const mayDelete = useCan('delete', 'Shipping');
  // What this form stands on; a background refetch must not make an old form look new.
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
    validate: (values) => check(values, kind),
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
  const byWeight = form.values.cost_by === 'weight';
  return (
    <Form form={form} onSave={(values) => save.mutateAsync(values)} onSaved={finish}>
      <FormDraft form={form} of={`shipping-method:${method?.id ?? `new-${kind}`}`} />
      <Stack gap={16}>
        {proposed && (
          <Text size="sm" c="dimmed">
            {t('proposedHint')}
          </Text>
        )}
        <TranslatedField form={form} name="name" label={t('name')} required maxLength={100} autoFocus={!method} />
        <TranslatedField
          form={form}
          name="note"
          label={t('note')}
          description={t(`noteHint.${kind}`)}
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
        {kind === 'CUSTOM' && (
          <>
            <Input.Wrapper label={t('costBy')} component="div">
              <SegmentedControl
                fullWidth
                mt={4}
                data={[
                  { value: 'fixed', label: t('costBy.fixed') },
                  { value: 'weight', label: t('costBy.weight') },
                ]}
                {...form.getInputProps('cost_by')}
              />
            </Input.Wrapper>
            {byWeight && (
              <NumberField
                label={t('threshold')}
                description={t('thresholdHint')}
                unit={t('kg')}
                scale={3}
                min={0}
                required
                {...form.getInputProps('threshold_kg')}
                value={form.values.threshold_kg}
              />
            )}
            <MoneyField
              label={byWeight ? t('baseCost') : t('cost')}
              description={byWeight ? undefined : t('costHint')}
              required
              {...form.getInputProps('fixed_cost')}
              value={form.values.fixed_cost}
            />
            {byWeight && (
              <Group grow align="flex-start" gap={12}>
                <NumberField
                  label={t('step')}
                  unit={t('kg')}
                  scale={3}
                  min={0}
                  required
                  {...form.getInputProps('step_kg')}
                  value={form.values.step_kg}
                />
                <MoneyField
                  label={t('stepCost')}
                  required
                  {...form.getInputProps('extra_weight_cost')}
                  value={form.values.extra_weight_cost}
                />
              </Group>
            )}
            <MultiSelect
              label={t('countries')}
              description={t('countriesHint')}
              placeholder={form.values.countries.length === 0 ? t('everyCountry') : undefined}
              data={countryChoices(language, method?.countries)}
              searchable
              clearable
              hidePickedOptions
              nothingFoundMessage={t('noCountry')}
              clearButtonProps={{ 'aria-label': s('clear') }}
              {...form.getInputProps('countries')}
            />
            <TagsInput
              label={t('cities')}
              description={t('citiesHint')}
              placeholder={form.values.cities.length === 0 ? t('citiesPlaceholder') : undefined}
              maxTags={300}
              splitChars={[',', '،', '\n']}
              acceptValueOnBlur
              clearable
              clearButtonProps={{ 'aria-label': s('clear') }}
              {...form.getInputProps('cities')}
            />
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
        <Group justify="flex-end" gap={8} mt={8}>
          {method && mayDelete && (
            <Button
              variant="subtle"
              color="red"
              me="auto"
              ms={-12}
              px={12}
              loading={remove.isPending}
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => void askRemove()}
            >
              {s('delete')}
            </Button>
          )}
          <Button variant="default" onClick={onDone} disabled={form.busy}>
            {s(mayUpdate ? 'cancel' : 'close')}
          </Button>
          {mayUpdate && (
            <Button type="submit" loading={form.busy}>
              {method ? s('save') : t('add')}
            </Button>
          )}
        </Group>
        {!mayUpdate && (
          <Text size="sm" c="dimmed">
            {t('readOnly')}
          </Text>
        )}
      </Stack>
      {current && base && (
        <Suspense fallback={null}>
          <StaleDialog
            fields={[
              { key: 'name', label: t('name') },
              { key: 'note', label: t('note') },
              ...(kind === 'PICKUP' ? [{ key: 'pickup_address' as const, label: t('pickupAddress') }] : []),
              { key: 'fixed_cost', label: t('cost') },
              { key: 'cost_by', label: t('costBy'), show: (value) => t(`costBy.${value as 'fixed' | 'weight'}`) },
              { key: 'threshold_kg', label: t('threshold') },
              { key: 'step_kg', label: t('step') },
              { key: 'extra_weight_cost', label: t('stepCost') },
              {
                key: 'countries',
                label: t('countries'),
                show: (value) =>
                  (value as string[]).map((code) => countryName(code, language)).join(partsJoiner(language)) ||
                  t('everyCountry'),
              },
              {
                key: 'cities',
                label: t('cities'),
                show: (value) => (value as string[]).join(t('comma')) || t('everyCity'),
              },
              { key: 'is_cod_allowed', label: t('cod'), show: (value) => s(value ? 'yes' : 'no') },
              { key: 'is_active', label: t('active'), show: (value) => s(value ? 'yes' : 'no') },
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
