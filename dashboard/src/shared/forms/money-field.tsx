import { Text } from '@mantine/core';
import { currencyOf, currencySign } from '../i18n/currency';
import { useLanguage } from '../i18n/language';
import { useStoreCurrency } from '../session/session';
import { DecimalInput, type DecimalInputProps } from './decimal-input';

/** The price input's bounds (VA-02): 0 to 1e13. */
export const maxMoney = '10000000000000';

type Props = Omit<DecimalInputProps, 'value' | 'scale' | 'sign' | 'padded' | 'onChange'> & {
  value: string | null | undefined;
  /** '' when cleared. */
  onChange: (value: string) => void;
  currency?: string;
};

/**
 * An amount as the wire's decimal string, in the precision of its currency (three places for the Kuwaiti dinar).
 * `<MoneyField label={t('price')} {...form.getInputProps('regular_price')} />`
 */
export function MoneyField({ value, currency, min = '0', max = maxMoney, ...props }: Props) {
  const storeCurrency = useStoreCurrency();
  const { language } = useLanguage();
  const code = currency ?? storeCurrency;
  const { digits } = currencyOf(code);
  return (
    <DecimalInput
      {...props}
      value={value ?? ''}
      min={min}
      max={max}
      scale={digits}
      padded
      sign={
        <Text span size="xs" c="dimmed">
          {currencySign(code, language)}
        </Text>
      }
    />
  );
}
