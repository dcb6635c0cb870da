import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, sent, serve, signInAs } from '@/test/dom';
import { Form } from '@/shared/forms/form';
import { useApiForm } from '@/shared/forms/use-api-form';
import { AddressFields } from './address-fields';
import { pinnedValues } from './address-values';

const cairo = {
  code: 'EG-01',
  name: { ar: 'القاهره', en: 'Cairo' },
  aliases: [],
  districts: [
    { id: 'aTqjqt6wM', name: { ar: 'المعادي', en: 'Maadi' } },
    { id: 'bRk2m9QzW', name: { ar: 'الحي السابع', en: '7th District' } },
  ],
};
const saved: unknown[] = [];

function Parcel({ courier, city = 'القاهرة', region = '' }: { courier?: string; city?: string; region?: string }) {
  const form = useApiForm({ initialValues: pinnedValues({ country: 'EG', city, region }) });
  return (
    <Form form={form} guard={false} onSave={async (values) => saved.push(values.district)}>
      <AddressFields form={form} values={form.values} courier={courier} />
      <button type="submit">Send</button>
    </Form>
  );
}

const asked = () => sent.map(({ url }) => url).filter((url) => url.startsWith('/couriers/'));
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const field = () => screen.findByRole('combobox', { name: /^(District|الحي)/ });

describe('or_06_the_district_of_an_address', () => {
  beforeEach(() => {
    saved.length = 0;
    serve(({ url }) =>
      url.startsWith('/couriers/BOSTA/cities')
        ? [200, { data: url.includes('القاهرة') ? [cairo] : [] }]
        : [200, { data: [] }],
    );
  });

  it('is chosen from the courier’s own in the city, by the keyboard', async () => {
    const { user } = await openPage(<Parcel courier="BOSTA" />);
    await screen.findByText(/Bosta.*districts in this city/);
    await user.click(await field());
    expect(options()).toEqual(['Maadi', '7th District']);
    await user.keyboard('7{ArrowDown}{Enter}');
    expect((await field()) as HTMLInputElement).toHaveProperty('value', '7th District');
    expect((await field()).dataset.path).toBe('district');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(saved).toEqual(['7th District']));
  });

  it.each([
    ['المعادي', 'Maadi'],
    ['atqjqt', 'Maadi'],
    ['district', '7th District'],
  ])('is found by %s', async (text, name) => {
    const { user } = await openPage(<Parcel courier="BOSTA" />);
    await screen.findByText(/districts in this city/);
    await user.type(await field(), text);
    await waitFor(() => expect(options()).toEqual([name]));
  });

  it('is offered in the reader’s language', async () => {
    const { user } = await openPage(<Parcel courier="BOSTA" />, { language: 'ar' });
    await screen.findByText(/في هذه المدينة/);
    await user.click(await field());
    expect(options()).toEqual(['المعادي', 'الحي السابع']);
  });

  it('may be one that the courier does not list', async () => {
    const { user } = await openPage(<Parcel courier="BOSTA" />);
    await screen.findByText(/districts in this city/);
    await user.type(await field(), 'Zamalek');
    expect(options()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(saved).toEqual(['Zamalek']));
  });

  it('is one of the region’s where the courier does not know the city', async () => {
    const { user } = await openPage(<Parcel courier="BOSTA" city="Atlantis" region="القاهرة" />);
    await screen.findByText(/districts in this city/);
    await user.click(await field());
    expect(options()).toEqual(['Maadi', '7th District']);
  });

  it.each([undefined, 'CUSTOM', 'PICKUP'])('is a plain text without a courier: %s', async (courier) => {
    await openPage(<Parcel courier={courier} />);
    expect(await screen.findByRole('textbox', { name: /^District/ })).toBeTruthy();
    expect(asked()).toEqual([]);
  });

  it('is a plain text for who may not read the couriers', async () => {
    signInAs([{ action: 'update', subject: 'Order' }]);
    await openPage(<Parcel courier="BOSTA" />);
    expect(await screen.findByRole('textbox', { name: /^District/ })).toBeTruthy();
    expect(asked()).toEqual([]);
  });
});
