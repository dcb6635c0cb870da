import { describe, expect, it } from 'vitest';
import type { CourierCity } from '@/modules/couriers/couriers.api';
import { courierDistricts } from './courier-districts';

const city = (code: string, ar: string, en: string, districts: CourierCity['districts']): CourierCity => ({
  code,
  name: { ar, en },
  aliases: code === 'EG-01' ? ['مدينة نصر'] : [],
  districts,
});
const cairo = city('EG-01', 'القاهره', 'Cairo', [
  { id: 'd1', name: { ar: 'المعادي', en: 'Maadi' } },
  { id: 'd2', name: { ar: 'الحي السابع', en: '7th District' } },
]);
/** Found by a district that has the city's name in its own. */
const giza = city('EG-25', 'الجيزه', 'Giza', [{ id: 'd3', name: { ar: 'طريق القاهرة', en: 'Cairo Road' } }]);

const names = (...call: Parameters<typeof courierDistricts>) => courierDistricts(...call).map(({ name }) => name);

describe('or_06_the_districts_of_a_courier_in_a_city', () => {
  it.each(['القاهرة', 'cairo', 'EG-01', 'مدينه نصر'])('are those of the city that is called %s', (text) => {
    expect(names([cairo, giza], text, 'ar')).toEqual(['المعادي', 'الحي السابع']);
  });

  it('are all that were found where no city has just that name', () => {
    expect(names([cairo, giza], 'Cair', 'en')).toEqual(['Maadi', '7th District', 'Cairo Road']);
  });

  it('are found by both names and the id, and shared names are offered once', () => {
    const twice = city('EG-02', 'الإسكندرية', 'Alexandria', [
      { id: 'a', name: { ar: 'سموحة', en: 'Smouha' } },
      { id: 'b', name: { ar: 'سموحة', en: 'Smouha East' } },
      { id: 'c', name: { ar: '', en: '' } },
    ]);
    expect(courierDistricts([twice], 'Alexandria', 'ar')).toEqual([
      { name: 'سموحة', searched: 'سموحة Smouha a سموحة Smouha East b' },
    ]);
  });
});
