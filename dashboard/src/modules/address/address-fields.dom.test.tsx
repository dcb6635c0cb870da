import { Button } from '@mantine/core';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, serve } from '@/test/dom';
import { Form } from '@/shared/forms/form';
import { useApiForm } from '@/shared/forms/use-api-form';
import { AddressFields } from './address-fields';
import { pinnedValues } from './address-values';

function Book({ country, place }: { country: string; place?: boolean }) {
  const form = useApiForm({ initialValues: pinnedValues({ country }) });
  return (
    <Form form={form} guard={false} onSave={async () => form.setErrors({ geo_location: 'No such place' })}>
      <AddressFields form={form} values={form.values} hasCountry hasPin first={place ? 'place' : 'person'} />
      <Button type="submit">Send</Button>
    </Form>
  );
}

function OfOrder() {
  const form = useApiForm({ initialValues: { address: pinnedValues({ city: 'Jeddah' }) } });
  return (
    <Form form={form} guard={false} onSave={async () => {}}>
      <AddressFields form={form} pathPrefix="address" values={form.values.address} isStreetRequired />
    </Form>
  );
}

const paths = () =>
  [...document.querySelectorAll<HTMLElement>('form [data-path]')].map((field) => field.dataset.path ?? '');

describe('the fields of an address', () => {
  beforeEach(() => serve(() => [200, { data: [] }]));

  it('lie where the form keeps them, and leave out what is not chosen there', async () => {
    await openPage(<OfOrder />);
    expect((await screen.findByRole('textbox', { name: /^City/ })).getAttribute('data-path')).toBe('address.city');
    expect(screen.getByRole('textbox', { name: /^City/ })).toHaveProperty('value', 'Jeddah');
    expect(screen.getByRole('textbox', { name: /^Street/ })).toHaveProperty('required', true);
    expect(screen.queryByText('Country')).toBeNull();
    expect(screen.queryByText('Latitude')).toBeNull();
  });

  it.each([
    ['SA', 1],
    ['AE', 0],
  ])('ask for the short address of %s: %s', async (country, count) => {
    await openPage(<Book country={country} />);
    await screen.findByRole('textbox', { name: /^City/ });
    expect(screen.queryAllByRole('textbox', { name: 'Short national address' })).toHaveLength(count);
  });

  it('begin with the place where that is what was come for', async () => {
    await openPage(<Book country="SA" place />);
    await screen.findByRole('textbox', { name: /^City/ });
    expect(paths().indexOf('city')).toBeLessThan(paths().indexOf('name'));
  });

  it('say at the place on the map what is wrong with it', async () => {
    const { user } = await openPage(<Book country="SA" />);
    await user.click(await screen.findByRole('button', { name: 'Send' }));
    expect((await screen.findByRole('alert')).textContent).toBe('No such place');
  });
});
