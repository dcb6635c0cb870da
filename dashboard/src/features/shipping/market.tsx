import { Text } from '@mantine/core';
import { useCourier, type Courier } from '@/modules/couriers/couriers.api';
import { useSession } from '@/shared/session/session';
import { useShippingText } from './i18n';

/** Why a courier cannot work for a store: a word of the catalogue (`market.*`). */
export type MarketFault = 'country' | 'currency';

interface Market {
  country?: string;
  currency?: string;
}

/** SP-01: a courier works where it delivers and in the currency it collects; what is not known is no fault. */
export function marketFault(courier: Courier | undefined, { country, currency }: Market): MarketFault | null {
  if (!courier) return null;
  const { countries, currencies } = courier.capabilities;
  if (country && !countries.includes(country)) return 'country';
  return currency && !currencies.some((code) => code === currency) ? 'currency' : null;
}

/** The fault of a courier in this store. */
export function useMarketFault(): (courier: Courier | undefined) => MarketFault | null {
  const { store } = useSession();
  return (courier) => marketFault(courier, { country: store?.country, currency: store?.currency });
}

/** Why a method of this provider is not offered to shoppers, below its name; nothing where its courier works for the store. */
export function MarketNote({ provider }: { provider: string }) {
  const t = useShippingText();
  const fault = useMarketFault()(useCourier(provider));
  if (!fault) return null;
  return (
    <Text size="xs" c="var(--tone-amber-fg)" fw={400} component="span" display="block">
      {t(`market.${fault}`)}
    </Text>
  );
}
