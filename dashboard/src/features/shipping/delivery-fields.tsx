import { Group, Input, MultiSelect, SegmentedControl, TagsInput } from '@mantine/core';
import { countryChoices } from '@/modules/address/countries';
import type { Courier } from '@/modules/couriers/couriers.api';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { useShippingText } from './i18n';
import { CourierCities } from './courier-method/courier-cities';
import type { ShippingMethod } from './shipping.api';
import type { ShippingValues } from './shipping.model';

/** Price and destinations of a delivery method. */
export function DeliveryFields({
  form,
  courier,
  method,
}: {
  form: ApiForm<ShippingValues>;
  courier?: Courier;
  /** The saved method. */
  method?: ShippingMethod;
}) {
  const t = useShippingText();
  const byWeight = form.values.cost_by === 'weight';
  return (
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
      <Places form={form} courier={courier} method={method} />
    </>
  );
}

/** Where it delivers: of a courier its own cities, else countries and cities of the merchant's choice. */
function Places({
  form,
  courier,
  method,
}: {
  form: ApiForm<ShippingValues>;
  courier?: Courier;
  method?: ShippingMethod;
}) {
  const t = useShippingText();
  const s = useShared();
  const { language } = useLanguage();
  if (courier)
    return (
      <CourierCities
        courier={courier}
        stored={method?.unknown_cities ?? []}
        {...form.getInputProps('cities')}
        value={form.values.cities}
      />
    );
  return (
    <>
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
  );
}
