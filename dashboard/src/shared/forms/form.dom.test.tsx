import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage, sent, serve, toasts } from '@/test/dom';
import { request } from '../api/transport';
import { toast } from '../ui/toast';
import { Form } from './form';
import { MoneyField } from './money-field';
import { required } from './rules';
import { StaleDialog } from './stale-dialog';
import { TranslatedField } from './translated-field';
import { useApiForm } from './use-api-form';

type Coupon = {
  id: string;
  name: { ar: string; en: string };
  code: string;
  version: number;
};
type Values = Pick<Coupon, 'name' | 'code'>;
const send = (body: Values & { version: number }) => request('PUT', '/coupons/cpn_1', { body, form: true });
const first: Coupon = { id: 'cpn_1', name: { ar: 'صيف', en: 'Summer' }, code: 'SUN', version: 1 };
const valuesOf = ({ name, code }: Coupon): Values => ({ name, code });

/** A typical form: fields, a link away, and the conflict dialog. */
function CouponForm() {
  const [base, setBase] = useState(first);
  const form = useApiForm<Values>({ initialValues: valuesOf(first), validate: { code: required() } });
  const current = form.stale?.current as Coupon | undefined;
  return (
    <>
      <Link to={'/elsewhere' as '/'}>Away</Link>
      <Form
        form={form}
        onSave={async (values) =>
          setBase(((await send({ ...values, version: base.version })) as { data: Coupon }).data)
        }
        onSaved={() => toast.success('Saved')}
      >
        <TranslatedField form={form} name="name" label="Name" maxLength={20} />
        <TextInput label="Code" {...form.getInputProps('code')} />
        <Button type="submit">Save</Button>
        {current && (
          <StaleDialog<Values & Record<string, unknown>>
            fields={[
              { key: 'name', label: 'Name' },
              { key: 'code', label: 'Code' },
            ]}
            base={{ ...valuesOf(base) }}
            mine={{ ...form.getValues() }}
            theirs={{ ...valuesOf(current) }}
            onClose={form.clearStale}
            onResolve={(chosen) => {
              setBase(current);
              form.saveOver(chosen, valuesOf(current));
            }}
          />
        )}
      </Form>
    </>
  );
}

/** A number before a required field: what cannot be read comes first on the page. */
function PriceForm() {
  const form = useApiForm<{ price: string; code: string }>({
    initialValues: { price: '', code: '' },
    validate: { code: required() },
  });
  return (
    <Form form={form} onSave={() => Promise.resolve()}>
      <MoneyField label="Price" {...form.getInputProps('price')} value={form.values.price} />
      <TextInput label="Code" {...form.getInputProps('code')} />
      <Button type="submit">Save</Button>
    </Form>
  );
}

const save = () => screen.getByRole('button', { name: 'Save' });
const code = () => screen.getByLabelText<HTMLInputElement>('Code');

beforeEach(() => serve(() => [200, { data: first }]));

describe('GU-12 a form with several faults', () => {
  it('goes to the first one of the page, also where that is a number out of bounds', async () => {
    const { user } = await openPage(<PriceForm />);
    const price = screen.getByLabelText<HTMLInputElement>('Price');
    await user.type(price, '-5');
    await user.click(save());
    await waitFor(() => expect(document.activeElement).toBe(price));
  });
});

describe('a form', () => {
  it('does not ask the server what it knows itself, and focuses the field', async () => {
    const { user } = await openPage(<CouponForm />);
    await user.clear(code());
    await user.click(save());
    await screen.findByText('This field is required');
    await waitFor(() => expect(document.activeElement).toBe(code()));
    expect(sent).toEqual([]);
  });

  it('GU-07: 422 messages stand at their fields, the hidden language is opened and marked, one toast', async () => {
    serve(() => [
      422,
      { message: 'bad', errors: { 'name.en': ['English name is taken'], ghost: ['Not on this form'] } },
    ]);
    const { user } = await openPage(<CouponForm />);
    expect(screen.queryByLabelText('Name (English)')).toBeNull();
    await user.click(save());
    await screen.findByText('English name is taken');
    const field = screen.getByLabelText('Name (English)');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.getByRole('radio', { name: 'English •' })).toBeTruthy();
    // Messages without a field are shown above the form.
    expect(within(screen.getAllByRole('alert')[0] as HTMLElement).getByText('Not on this form')).toBeTruthy();
    expect(toasts()).toHaveLength(1);
    expect(toasts()[0]?.textContent).toBe('The entered data was invalid.');
  });

  it('PR-08: a text that is too long is not cut: the field says its limit, and nothing is sent', async () => {
    const { user } = await openPage(<CouponForm />);
    const name = screen.getByLabelText<HTMLInputElement>('Name (العربية)');
    await user.clear(name);
    await user.click(name);
    await user.paste('قميص قطني طويل الأكمام باللون الأزرق');
    expect(name.value).toBe('قميص قطني طويل الأكمام باللون الأزرق');
    await screen.findByText('Enter at most 20 characters');
    await user.click(save());
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(sent).toEqual([]);
    await user.clear(name);
    await user.paste('قميص قطني');
    expect(screen.queryByText('Enter at most 20 characters')).toBeNull();
    await user.click(save());
    await screen.findByText('Saved');
  });

  it('GU-12: pressed twice it is sent once, and not again while its page is left', async () => {
    const { user } = await openPage(<CouponForm />);
    for (let press = 0; press < 2; press += 1) fireEvent.submit(save().closest('form') as HTMLFormElement);
    await screen.findByText('Saved');
    expect(sent).toHaveLength(1);
    const before = location.pathname;
    history.pushState({}, '', '/saved');
    await user.click(save());
    expect(sent).toHaveLength(1);
    history.pushState({}, '', before);
    await user.click(save());
    await waitFor(() => expect(sent).toHaveLength(2));
  });

  it('sends both languages and the version it is based on', async () => {
    const { user } = await openPage(<CouponForm />);
    await user.clear(screen.getByLabelText('Name (العربية)'));
    await user.type(screen.getByLabelText('Name (العربية)'), 'شتاء');
    await user.click(save());
    await screen.findByText('Saved');
    expect(sent).toEqual([
      {
        method: 'PUT',
        url: '/coupons/cpn_1',
        body: { name: { ar: 'شتاء', en: 'Summer' }, code: 'SUN', version: 1 },
      },
    ]);
  });

  it('asks before unsaved changes are left behind, and not after they were saved', async () => {
    const { user, address } = await openPage(<CouponForm />);
    await user.type(code(), 'X');
    await user.click(screen.getByRole('link', { name: 'Away' }));
    const dialog = await screen.findByRole('dialog', { name: 'Unsaved changes' });
    await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/');
    expect(code().value).toBe('SUNX');
    await user.click(save());
    await screen.findByText('Saved');
    await user.click(screen.getByRole('link', { name: 'Away' }));
    await screen.findByRole('heading', { name: 'Elsewhere' });
  });

  it('a stale version: the comparison and no toast; the choice is saved on top of the newer one', async () => {
    const newer: Coupon = { ...first, code: 'RAIN', name: { ar: 'صيف', en: 'Autumn' }, version: 2 };
    serve(({ body }) =>
      (body as Coupon).version === 1
        ? [409, { code: 'stale_version', message: 'changed meanwhile', current: newer }]
        : [200, { data: { ...newer, ...body, version: 3 } }],
    );
    const { user } = await openPage(<CouponForm />);
    await user.type(code(), 'NY');
    await user.click(save());
    const dialog = await screen.findByRole('dialog', { name: 'Edited by someone else' });
    expect(toasts()).toEqual([]);
    expect(screen.queryByText('changed meanwhile')).toBeNull();
    // Only fields that both changed are asked about; the English name was changed on the server only.
    expect(within(dialog).getAllByRole('radio')).toHaveLength(2);
    await user.click(within(dialog).getByRole('radio', { name: /Yours:\s*SUNNY/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Save selection' }));
    await screen.findByText('Saved');
    expect(sent.at(-1)?.body).toEqual({ name: { ar: 'صيف', en: 'Autumn' }, code: 'SUNNY', version: 2 });
    expect(sent).toHaveLength(2);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('a second concurrent change conflicts again, on top of the newest version', async () => {
    const at = (version: number): Coupon => ({ ...first, code: `OTHER${version}`, version });
    serve(({ body }) => {
      const { version } = body as Coupon;
      return version < 3
        ? [409, { code: 'stale_version', message: 'm', current: at(version + 1) }]
        : [200, { data: at(4) }];
    });
    const { user } = await openPage(<CouponForm />);
    await user.type(code(), 'NY');
    await user.click(save());
    for (const otherSku of ['OTHER2', 'OTHER3']) {
      const dialog = await screen.findByRole('dialog', { name: 'Edited by someone else' });
      await within(dialog).findByText(otherSku);
      expect(toasts()).toEqual([]);
      await user.click(within(dialog).getByRole('button', { name: 'Save selection' }));
    }
    await screen.findByText('Saved');
    expect(sent.map((call) => (call.body as Coupon).version)).toEqual([1, 2, 3]);
    expect((sent[2]?.body as Coupon | undefined)?.code).toBe('SUNNY');
  });

  it('another refusal is one toast with the words of the server', async () => {
    serve(() => [409, { code: 'code_in_use', message: 'This code is in use' }]);
    const { user } = await openPage(<CouponForm />);
    await user.click(save());
    await screen.findByText('This code is in use');
    expect(toasts()).toHaveLength(1);
    expect(toasts()[0]?.textContent).toContain('Operation Failed!');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a field that says of itself what is wrong', () => {
  it('VA-02: keeps its form from being sent, and gets the focus', async () => {
    const saved = vi.fn(() => Promise.resolve());
    const Priced = () => {
      const form = useApiForm<{ price: string }>({ initialValues: { price: '' } });
      return (
        <Form form={form} onSave={saved}>
          <MoneyField label="Price" {...form.getInputProps('price')} value={form.values.price} />
          <Button type="submit">Save</Button>
        </Form>
      );
    };
    const { user } = await openPage(<Priced />);
    const price = screen.getByLabelText('Price');
    await user.click(price);
    await user.paste('12.345');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(saved).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(price);
    await user.clear(price);
    await user.type(price, '12.34');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
  });
});
