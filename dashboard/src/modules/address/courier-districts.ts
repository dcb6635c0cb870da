import type { CourierCity } from '@/modules/couriers/couriers.api';
import type { Language } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { fold } from '@/shared/lib/fold';

/** A district as a field offers it: its name, and the text in which a search finds it. */
export interface OfferedDistrict {
  name: string;
  searched: string;
}

/**
 * The districts of a city, as the courier lists them. A search also finds cities whose name or district merely contains the
 * text: they count only while no city has exactly that name, spelling or code. A name that two districts share is offered
 * once.
 */
export function courierDistricts(
  cities: readonly CourierCity[],
  city: string,
  language: Language,
): readonly OfferedDistrict[] {
  const wanted = fold(city).trim();
  const named = cities.filter(({ name, code, aliases }) =>
    [name.ar, name.en, code, ...aliases].some((text) => text && fold(text).trim() === wanted),
  );
  const offered = new Map<string, OfferedDistrict>();
  for (const district of (named.length > 0 ? named : cities).flatMap(({ districts }) => districts)) {
    const name = textOf(district.name, language);
    const searched = [offered.get(name)?.searched, district.name.ar, district.name.en, district.id];
    if (name) offered.set(name, { name, searched: searched.filter(Boolean).join(' ') });
  }
  return [...offered.values()];
}
