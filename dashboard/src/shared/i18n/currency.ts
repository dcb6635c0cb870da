import type { Language } from './language';

/** The 16 supported currencies (ST-04): decimals of the API and of the display, and the Arabic sign. */
export interface Currency {
  code: string;
  /** ISO 4217 digits: what the server sends and stores. */
  digits: number;
  /** Decimals shown: the Lebanese, Syrian and Yemeni currencies are shown without. */
  shownDigits: number;
  sign: string;
  names: Record<Language, string>;
}

const row = (code: string, digits: number, shownDigits: number, sign: string, ar: string, en: string): Currency => ({
  code,
  digits,
  shownDigits,
  sign,
  names: { ar, en },
});

export const currencies: readonly Currency[] = [
  row('SAR', 2, 2, 'ر.س', 'ريال سعودي', 'Saudi riyal'),
  row('EGP', 2, 2, 'ج.م', 'جنيه مصري', 'Egyptian pound'),
  row('AED', 2, 2, 'د.إ', 'درهم إماراتي', 'UAE dirham'),
  row('KWD', 3, 3, 'د.ك', 'دينار كويتي', 'Kuwaiti dinar'),
  row('QAR', 2, 2, 'ر.ق', 'ريال قطري', 'Qatari riyal'),
  row('BHD', 3, 3, 'د.ب', 'دينار بحريني', 'Bahraini dinar'),
  row('OMR', 3, 3, 'ر.ع', 'ريال عماني', 'Omani rial'),
  row('JOD', 3, 3, 'د.أ', 'دينار أردني', 'Jordanian dinar'),
  row('LBP', 2, 0, 'ل.ل', 'ليرة لبنانية', 'Lebanese pound'),
  row('LYD', 3, 3, 'د.ل', 'دينار ليبي', 'Libyan dinar'),
  row('MAD', 2, 2, 'د.م', 'درهم مغربي', 'Moroccan dirham'),
  row('SYP', 2, 0, 'ل.س', 'ليرة سورية', 'Syrian pound'),
  row('TND', 3, 3, 'د.ت', 'دينار تونسي', 'Tunisian dinar'),
  row('YER', 2, 0, 'ر.ي', 'ريال يمني', 'Yemeni rial'),
  row('USD', 2, 2, 'US$', 'دولار أمريكي', 'US dollar'),
  row('EUR', 2, 2, '€', 'يورو', 'Euro'),
];

/** New stores start in riyals (core 9). */
export const defaultCurrency = 'SAR';

export function currencyOf(code: string): Currency {
  return currencies.find((currency) => currency.code === code) ?? row(code, 2, 2, code, code, code);
}

/** The sign beside an amount: the symbol in Arabic, the code in English. */
export const currencySign = (code: string, language: Language): string =>
  language === 'ar' ? currencyOf(code).sign : code;
