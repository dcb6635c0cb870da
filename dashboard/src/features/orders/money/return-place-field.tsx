import { Select } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useOrderMoneyText } from './i18n';
import type { Place } from './money.api';

/** Where restocked items are put, in a store of several locations. */
export function ReturnPlaceField({
  places,
  value,
  onChange,
}: {
  /** Those that are active. */
  places: readonly Place[];
  /** Null for the main location. */
  value: string | null;
  onChange: (place: string | null) => void;
}) {
  const t = useOrderMoneyText();
  const { language } = useLanguage();
  return (
    <Select
      label={t('return.place')}
      allowDeselect={false}
      data={places.map((place) => ({ value: place.id, label: textOf(place.name, language) }))}
      value={value ?? places.find((place) => place.is_main)?.id ?? null}
      onChange={onChange}
    />
  );
}
