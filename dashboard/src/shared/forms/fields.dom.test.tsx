import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openPage } from '@/test/dom';
import { enterStore } from '../session/session';
import { MoneyField } from './money-field';
import { NumberField } from './number-field';
import { OtpField } from './otp-field';
import { PhoneField } from './phone-field';

function Code({ onComplete }: { onComplete: (code: string) => void }) {
  const [code, setCode] = useState('');
  return (
    <>
      <OtpField label="Code" value={code} onChange={setCode} onComplete={onComplete} />
      <output>{code}</output>
    </>
  );
}
function Price({ start = '', currency }: { start?: string; currency?: string }) {
  const [price, setPrice] = useState(start);
  return (
    <>
      <MoneyField label="Price" value={price} onChange={setPrice} currency={currency} />
      <output>{price}</output>
    </>
  );
}
function Count() {
  const [count, setCount] = useState<number | null>(null);
  return (
    <>
      <NumberField label="Count" min={5} max={60} value={count} onChange={setCount} />
      <output>{count}</output>
    </>
  );
}
function Phone({ start = '' }: { start?: string }) {
  const [phone, setPhone] = useState(start);
  return (
    <>
      <PhoneField label="Mobile" value={phone} onChange={setPhone} />
      <output>{phone}</output>
    </>
  );
}
/** As in a table cell: Escape restores the value. */
function Cell() {
  const [input, setInput] = useState<number | null | undefined>(undefined);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the field inside
    <div onKeyDown={(event) => event.key === 'Escape' && setInput(undefined)}>
      <NumberField label="Cell" value={input === undefined ? 6 : input} onChange={setInput} />
    </div>
  );
}
const shownValue = () => screen.getByRole('status').textContent;

describe('a one-time code', () => {
  it('AU-02: Arabic digits are read, boxes follow each other, and the sixth completes it', async () => {
    const done = vi.fn();
    const { user } = await openPage(<Code onComplete={done} />, { language: 'ar' });
    await user.click(document.querySelectorAll<HTMLInputElement>('[data-path=code] input')[0] as HTMLInputElement);
    await user.keyboard('٤٢٠');
    expect(shownValue()).toBe('420');
    await user.keyboard('۹۹1');
    expect(shownValue()).toBe('420991');
    await waitFor(() => expect(done).toHaveBeenCalledWith('420991'));
  });

  it('AU-02: is pasted whole, and letters are no code', async () => {
    const done = vi.fn();
    const { user } = await openPage(<Code onComplete={done} />);
    await user.click(document.querySelectorAll<HTMLInputElement>('[data-path=code] input')[0] as HTMLInputElement);
    await user.keyboard('ab');
    expect(shownValue()).toBe('');
    await user.paste('١٢٣٤٥٦');
    await waitFor(() => expect(done).toHaveBeenCalledWith('123456'));
    expect(shownValue()).toBe('123456');
  });
});

describe('an amount', () => {
  const field = () => screen.getByLabelText<HTMLInputElement>('Price');

  it('VA-02: Arabic digits and their comma are read; the text is grouped and padded when the field is left', async () => {
    const { user } = await openPage(<Price />);
    await user.type(field(), '١٢٣٤٥٫٥');
    expect(shownValue()).toBe('12345.5');
    await user.tab();
    expect(field().value).toBe('12,345.50');
    expect(shownValue()).toBe('12345.50');
  });

  it('VA-02: has the decimals of its currency; more of them stay and are reported', async () => {
    const { user } = await openPage(<Price currency="KWD" />);
    await user.type(field(), '1.2395');
    await user.tab();
    expect(field().value).toBe('1.2395');
    expect(screen.getByText('Up to 3 decimal places')).toBeTruthy();
    await user.clear(field());
    await user.type(field(), '1.2390');
    await user.tab();
    expect(shownValue()).toBe('1.239');
    expect(screen.queryByText(/digits after the point/)).toBeNull();
  });

  it('VA-02: what is no number, negative or more than 1e13 stays as it was written, and is reported', async () => {
    const { user } = await openPage(<Price />);
    await user.type(field(), '12a');
    expect(screen.getByText('Enter a number')).toBeTruthy();
    await user.tab();
    expect([field().value, shownValue()]).toEqual(['12a', '']);
    await user.clear(field());
    await user.type(field(), '-5');
    expect(screen.getByText('Minimum is 0')).toBeTruthy();
    await user.clear(field());
    await user.paste('100000000000001');
    await user.tab();
    expect(field().value).toBe('100000000000001');
    expect(screen.getByText('Maximum is 10,000,000,000,000')).toBeTruthy();
    expect(field().validity.customError).toBe(true);
    await user.clear(field());
    expect(shownValue()).toBe('');
    expect(field().validity.customError).toBe(false);
  });

  it('VA-02: a count below its minimum is reported on blur, never raised', async () => {
    const { user } = await openPage(<Count />, { language: 'ar' });
    const input = screen.getByLabelText<HTMLInputElement>('Count');
    await user.type(input, '3');
    expect(screen.queryByText('الحد الأدنى 5')).toBeNull();
    await user.tab();
    expect(screen.getByText('الحد الأدنى 5')).toBeTruthy();
    expect([input.value, shownValue()]).toEqual(['3', '3']);
    await user.type(input, '1.5');
    expect(screen.getByText('أدخل عددًا صحيحًا')).toBeTruthy();
  });
});

describe('a mobile number', () => {
  /** The number metadata is loaded first; the field waits for it. */
  const field = () =>
    waitFor(() => {
      const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Mobile' });
      expect(input.disabled).toBe(false);
      return input;
    });

  it("AU-09: Arabic digits in the store's country give E.164", async () => {
    enterStore({ id: 'str_1', country: 'SA' });
    const { user } = await openPage(<Phone />);
    await user.type(await field(), '٠٥٥ ١٢٣ ٤٥٦٧');
    expect(shownValue()).toBe('+966551234567');
  });

  it('AU-09: a whole international number chooses its own country', async () => {
    const { user } = await openPage(<Phone />);
    await user.click(await field());
    await user.paste('+201012345678');
    expect(shownValue()).toBe('+201012345678');
    expect(screen.getByRole('button', { name: /Egypt.*\+20/ })).toBeTruthy();
  });

  it('AU-09: what is no number yet is nothing', async () => {
    enterStore({ id: 'str_1', country: 'SA' });
    const { user } = await openPage(<Phone start="+966551234567" />);
    const input = await field();
    expect(input.value).toContain('55');
    await user.clear(input);
    expect(shownValue()).toBe('');
  });
});

describe('a number whose value changes from outside', () => {
  it('f12: shows it at once, also while the field has the focus', async () => {
    const { user } = await openPage(<Cell />);
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Cell' });
    await user.clear(field);
    await user.type(field, '9');
    expect(field.value).toBe('9');
    await user.keyboard('{Escape}');
    expect([field.value, document.activeElement]).toEqual(['6', field]);
    await user.clear(field);
    expect(field.value).toBe('');
    await user.type(field, '12');
    expect(field.value).toBe('12');
  });
});
