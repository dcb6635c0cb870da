import { Select, Text, Textarea, TextInput } from '@mantine/core';
import { LtrField } from '@/shared/forms/ltr-field';
import { PhoneField } from '@/shared/forms/phone-field';
import type { ApiForm, FormValues } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { useSession } from '@/shared/session/session';
import classes from './address-fields.module.css';
import { hasShortAddress, type AddressWords } from './address-values';
import { CityField } from './city-field';
import { countryChoices } from './countries';
import { DistrictField } from './district-field';
import { useAddressText } from './i18n';

// The server's own limits.
const maxLengths = { short_address: 12, postal_code: 12, street: 200, details: 500 } as const;

/** The fields of one address. `under` is its path in the form (`address`), `values` are its current values. */
export function AddressFields<Values extends FormValues>({
  form,
  pathPrefix,
  values,
  first = 'person',
  hasCountry = false,
  hasPin = false,
  isStreetRequired = false,
  courier,
}: {
  form: ApiForm<Values>;
  pathPrefix?: string;
  values: Pick<AddressWords, 'country' | 'mobile' | 'city' | 'region'>;
  /** The fields that come first: recipient, or place. */
  first?: 'person' | 'place';
  /** Country and region can be edited; otherwise they are kept. */
  hasCountry?: boolean;
  /** Coordinates as two numbers: `lat` and `lng` of the form. */
  hasPin?: boolean;
  isStreetRequired?: boolean;
  /** Code of the courier that brings it there, whose districts are offered. */
  courier?: string;
}) {
  const t = useAddressText();
  const { language } = useLanguage();
  const home = useSession().store?.country ?? 'SA';
  const country = values.country || home;
  const path = (field: string) => (pathPrefix ? `${pathPrefix}.${field}` : field);
  const text = (field: keyof AddressWords) => ({
    label: t(`field.${field}`),
    maxLength: field in maxLengths ? maxLengths[field as keyof typeof maxLengths] : 100,
    ...form.getInputProps(path(field)),
  });
  const isPlaceFirst = (first === 'place' && !hasCountry) || undefined;
  const hasShort = hasShortAddress(country);
  const person = (
    <>
      <TextInput required data-autofocus={first === 'person' || undefined} {...text('name')} />
      <PhoneField label={t('field.mobile')} required {...form.getInputProps(path('mobile'))} value={values.mobile} />
    </>
  );
  return (
    <div className={classes.fields}>
      {first === 'person' && person}
      {hasCountry && (
        <Select
          label={t('field.country')}
          searchable
          allowDeselect={false}
          data={countryChoices(language, [country, home])}
          {...form.getInputProps(path('country'))}
        />
      )}
      {hasShort && (
        <LtrField
          data-autofocus={isPlaceFirst}
          description={t('field.shortHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...text('short_address')}
        />
      )}
      <CityField
        country={country}
        required
        data-autofocus={(isPlaceFirst && !hasShort) || undefined}
        {...text('city')}
      />
      {hasCountry && <TextInput {...text('region')} />}
      <DistrictField courier={courier} city={values.city} region={values.region} field={text('district')} />
      <TextInput required={isStreetRequired} {...text('street')} />
      <TextInput {...text('building')} />
      <LtrField {...text('postal_code')} />
      <Textarea
        className={classes.wide}
        description={t('field.detailsHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={1}
        maxRows={5}
        {...text('details')}
      />
      {first === 'place' && person}
      {hasPin && (
        <div className={classes.pin} data-path={path('geo_location')}>
          <LtrField label={t('field.lat')} inputMode="decimal" maxLength={12} {...form.getInputProps(path('lat'))} />
          <LtrField label={t('field.lng')} inputMode="decimal" maxLength={12} {...form.getInputProps(path('lng'))} />
          {form.errors[path('geo_location')] && (
            <Text size="sm" c="var(--bad)" role="alert" className={classes.wide}>
              {form.errors[path('geo_location')]}
            </Text>
          )}
        </div>
      )}
    </div>
  );
}
