import { apiQuery } from '@/shared/api/query';
import type { Schema } from '@/shared/api/wire-schema';

/** PY-03: what a gateway reported; the newest 50 of 30 days. */
export type GatewayEvent = Schema<'PaymentEventView'>;

export const eventsQuery = (id: string) => apiQuery('/payment-methods/{id}/events', { path: { id } });
