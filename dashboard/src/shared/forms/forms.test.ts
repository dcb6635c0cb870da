import { beforeAll, describe, expect, it } from 'vitest';
import { setLanguage } from '../i18n/language';
import { compareDecimal, decimalFault, groupDecimal, padDecimal, parseDecimal } from './decimal';
import { languagesInError, splitErrors } from './field-errors';
import { nationalForm, phoneCountries, preferredCountries, readPhone } from './phone';
import * as rules from './rules';
import { compareStale } from './stale';

beforeAll(() => setLanguage('en'));

describe('decimals are text', () => {
  it.each([
    ['١٢٣٤٥٦٧٫٨٩', 2, '1234567.89'],
    ['12,500.5', 2, '12500.5'],
    ['1.239', 2, '1.23'],
    ['1.2395', 3, '1.239'],
    ['007', 0, '7'],
    ['.5', 2, '0.5'],
    ['', 2, ''],
    ['9007199254740993.01', 2, '9007199254740993.01'],
    ['\u200F١٢\u200F', 0, '12'],
  ])('va_02 reads %s at %i places as %s', (input, scale, value) => expect(parseDecimal(input, scale)).toBe(value));
  it('refuses what is no number, and a minus unless allowed', () => {
    expect(parseDecimal('12a', 2)).toBeNull();
    expect(parseDecimal('1.2.3', 2)).toBeNull();
    expect(parseDecimal('-5', 2)).toBeNull();
    // Twelve and a half to many readers; never 125.
    expect(parseDecimal('12,5', 2)).toBeNull();
    expect(decimalFault('1234,50', { scale: 2 })).toBe('comma');
    expect(decimalFault('1,234', { scale: 2 })).toBeNull();
    expect(parseDecimal('-5', 2, true)).toBe('-5');
  });
  it('pads, groups and compares without floats', () => {
    expect(padDecimal('12.5', 2)).toBe('12.50');
    expect(padDecimal('12', 3)).toBe('12.000');
    expect(groupDecimal('12345678.90')).toBe('12,345,678.90');
    expect(compareDecimal('10000000000000.01', '10000000000000')).toBe(1);
    expect(compareDecimal('9007199254740993', '9007199254740992')).toBe(1);
    expect(compareDecimal('1.50', '1.5')).toBe(0);
    expect(compareDecimal('-2', '1')).toBe(-1);
  });
});

describe('server errors and fields', () => {
  const errors = {
    'name.en': ['needed'],
    'settings.color': ['bad'],
    'items.0.quantity': ['low', 'odd'],
    other: ['no field'],
  };
  it('gu_07 maps dotted paths, strips a prefix, and drops nothing', () => {
    const split = splitErrors(errors, (path) => ['name.en', 'color', 'items.0.quantity'].includes(path), 'settings.');
    expect(split.fields).toEqual({ 'name.en': 'needed', color: 'bad', 'items.0.quantity': 'low odd' });
    expect(split.rest).toEqual(['no field']);
  });
  it('names the languages whose tab turns red', () => {
    expect(languagesInError({ 'name.en': 'x', 'names.ar': 'y', 'name.ar': null }, 'name')).toEqual(['en']);
  });
});

describe('a stale version', () => {
  const base = { name: 'a', price: '1.00', qty: 1 };
  it('conflicts only where both changed the same field differently', () => {
    const { merged, conflicts } = compareStale(
      base,
      { ...base, name: 'mine', price: '2.00' },
      { ...base, name: 'theirs', qty: 9 },
      ['name', 'price', 'qty'],
    );
    expect(conflicts).toEqual([{ key: 'name', mine: 'mine', theirs: 'theirs' }]);
    expect(merged).toEqual({ name: 'mine', price: '2.00', qty: 9 });
  });
  it('has no question when both wrote the same', () => {
    expect(compareStale(base, { ...base, qty: 5 }, { ...base, qty: 5 }, ['qty']).conflicts).toEqual([]);
  });
});

describe('va_01 rules', () => {
  const cases: [string, rules.Rule, unknown, string | null][] = [
    ['required', rules.required(), '  ', 'This field is required'],
    ['required', rules.required(), [], 'This field is required'],
    ['required', rules.required(), 'x', null],
    ['email', rules.email(), 'a@b', 'Enter a valid email address'],
    ['email', rules.email(), 'a@b.sa', null],
    ['email, empty', rules.email(), '', null],
    ['minLength', rules.minLength(3), 'ab', 'Enter at least 3 characters'],
    ['between', rules.between(1, 5), '6', 'Enter a value from 1 to 5'],
    ['between, Arabic digits', rules.between(1, 5), '٣', null],
    ['integer', rules.integer(), '1.5', 'Enter a whole number'],
    ['positive', rules.positive(), '0', 'Please enter positive number!'],
    ['creditCard', rules.creditCard(), '378282246310005', null],
    ['creditCard', rules.creditCard(), '4111111111111111', 'It is not valid credit card!'],
    ['strong, short', rules.strongPassword('password'), 'Ab1!', 'password is too short, you want to get hacked?'],
    [
      'strong',
      rules.strongPassword('password'),
      'abcdefg1',
      'Your password must contain at least one uppercase, one lowercase, one special character and one digit',
    ],
    ['strong', rules.strongPassword('password'), 'Abcdef1!', null],
    ['weak', rules.weakPassword(), 'a1', null],
    ['weak', rules.weakPassword(), 'aa', 'At least 2 letters and digits, with one of each'],
    ['confirmed', rules.confirmed(() => 'x'), 'y', "Password confirmation doesn't match the password field"],
    ['url', rules.url(), '', null],
    ['url', rules.url(), 'www.store.sa/a?b=1', null],
    ['url', rules.url(), 'https://store', 'URL is invalid'],
    ['url', rules.url(), 'store.abcdef', 'URL is invalid'],
    ['alpha', rules.alpha(), 'قميص', null],
    ['alphaDash', rules.alphaDash(), 'a b', 'Enter letters, digits, and dashes only'],
  ];
  it.each(cases)('%s', (_name, rule, value, expected) => expect(rule(value)).toBe(expected));
  it('run in order', () => expect(rules.all(rules.required(), rules.email())('')).toBe('This field is required'));
});

describe('au_09 phones', () => {
  it('offers the five first and leaves one country out', () => {
    const countries = phoneCountries();
    expect(countries.slice(0, 5)).toEqual([...preferredCountries]);
    expect(countries).not.toContain('IL');
    expect(countries).toContain('PS');
    expect(new Set(countries).size).toBe(countries.length);
  });
  it.each([
    ['٠٥١٢٣٤٥٦٧٨', 'SA', '+966512345678', true],
    ['010 01234567', 'EG', '+201001234567', true],
    ['0020 100 123 4567', 'SA', '+201001234567', true],
    ['+972 50 123 4567', 'SA', '', false],
    ['12', 'SA', '+96612', false],
  ] as const)('reads %s in %s', (input, country, e164, valid) => {
    const read = readPhone(input, country);
    expect(read.valid).toBe(valid);
    if (valid || e164 === '') expect(read.e164).toBe(e164);
  });
  it('shows the national form', () =>
    expect(nationalForm('+966512345678', 'EG')).toEqual({ text: '051 234 5678', country: 'SA' }));
});
