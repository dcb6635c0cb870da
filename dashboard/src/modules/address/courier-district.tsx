import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { courierCitiesQuery } from '@/modules/couriers/couriers.api';
import { useShippingName } from '@/modules/shipping/i18n';
import { isShippingProvider } from '@/modules/shipping/providers';
import { useLanguage } from '@/shared/i18n/language';
import { isFound } from '@/shared/lib/fold';
import { courierDistricts } from './courier-districts';
import type { DistrictProps } from './district-field';
import { useAddressText } from './i18n';

/** The districts of a courier in a city; those of the region where the courier does not know the city. At most 300. */
function useDistricts(courier: string, city: string, region: string) {
  const { language } = useLanguage();
  const [inCity] = useDebouncedValue(city.trim(), 250);
  const [inRegion] = useDebouncedValue(region.trim(), 250);
  const found = useQuery({ ...courierCitiesQuery(courier, inCity), enabled: inCity !== '' }).data;
  const isUnknown = inRegion !== '' && found?.length === 0;
  const around = useQuery({ ...courierCitiesQuery(courier, inRegion), enabled: isUnknown }).data;
  return useMemo(
    () =>
      isUnknown ? courierDistricts(around ?? [], inRegion, language) : courierDistricts(found ?? [], inCity, language),
    [isUnknown, around, inRegion, found, inCity, language],
  );
}

/**
 * A district field with the courier's own list, found by the names in both languages and the courier's id. Any other text may
 * stay. It is a combobox as long as the form is about that courier, also while the list is empty: a field that became another
 * one while somebody types would lose the focus.
 */
export default function CourierDistrict({ courier, city, region, field }: DistrictProps & { courier: string }) {
  const t = useAddressText();
  const courierName = useShippingName();
  const districts = useDistricts(courier, city, region);
  const searched = new Map(districts.map((district) => [district.name, district.searched]));
  const name = isShippingProvider(courier) ? courierName(courier) : courier;
  return (
    <Autocomplete
      {...field}
      autoComplete="off"
      description={districts.length > 0 ? t('field.districtHint', { courier: `\u2068${name}\u2069` }) : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={districts.map((district) => district.name)}
      filter={({ options, search }) =>
        options.filter((option) => 'value' in option && isFound(searched.get(option.value) ?? '', search))
      }
    />
  );
}
