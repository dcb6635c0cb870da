import { IconBuildingBank, IconCash, IconCreditCard } from '@tabler/icons-react';
import type { PaymentProvider } from './payment.api';

const look = { size: 22, stroke: 1.6, 'aria-hidden': true };

/** A drawing of how it is paid: every provider but cash and transfers is a gateway. */
export function MethodIcon({ provider }: { provider: PaymentProvider }) {
  if (provider === 'COD') return <IconCash {...look} />;
  return provider === 'BANK' ? <IconBuildingBank {...look} /> : <IconCreditCard {...look} />;
}
