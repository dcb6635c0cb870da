// Lists and tables that the dashboard duplicates from the server: for display order, or where the API document has no
// such table. Each is compared with the server's, so that neither changes alone.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { productOrders } from '@/features/categories/categories.api';
import { actions } from '@/features/cod-rules/cod-rules.model';
import { outcomes } from '@/features/confirm/confirm.model';
import { couponStates } from '@/features/coupons/coupons.model';
import { channels, sources } from '@/features/customers/customers.api';
import { likenesses } from '@/features/customers/merge.api';
import { reasons as erasureReasons } from '@/features/customers/personal/personal.api';
import { transitions } from '@/features/orders/orders.model';
import { reasons as stockReasons } from '@/features/stock/stock.model';
import { shippingProviders } from '@/modules/shipping/providers';
import { orderStatuses, paymentStatuses } from '@/modules/status-badge/order-status';
import { currencies } from '@/shared/i18n/currency';

const root = resolve(import.meta.dirname, '../../..');
const document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as {
  components: { schemas: Record<string, { enum?: string[] }> };
};
const enumOf = (name: string) => document.components.schemas[name]?.enum ?? [];
const sorted = (list: readonly string[]) => [...list].sort();

describe('lists of the API document', () => {
  it.each<[schema: string, list: readonly string[], left?: string]>([
    ['OrderStatus', orderStatuses],
    ['PaymentStatus', paymentStatuses],
    ['ShippingProvider', shippingProviders],
    ['CodAction', actions],
    ['CallOutcome', outcomes],
    ['CouponState', couponStates],
    ['ConsentChannel', channels],
    // Users cannot choose that a consent came from an import.
    ['ConsentSource', sources, 'import'],
    ['CustomerLikeness', likenesses],
    ['ErasureReason', erasureReasons],
    ['ProductOrder', productOrders],
    ['Reason', stockReasons],
    ['Currency', currencies.map(({ code }) => code)],
  ])('f13_6: %s is whole', (schema, list, left) => {
    expect(sorted(list)).toEqual(sorted(enumOf(schema).filter((word) => word !== left)));
  });
});

/** The table of `statuses!` in the server's source: the document does not have it. */
function serverTransitions(): Record<string, string[]> {
  const crates = join(root, 'crates');
  const [file] = (readdirSync(crates, { recursive: true }) as string[]).filter((name) =>
    name.replaceAll('\\', '/').endsWith('/orders/status.rs'),
  );
  const text = readFileSync(join(crates, file ?? 'orders/status.rs'), 'utf8');
  const rows = [...text.matchAll(/^ +(\w+) "(\w+)" "[^"]+" "[^"]+" => \[([^\]]*)\];/gm)];
  const codes = new Map(rows.map(([, name = '', code = '']) => [name, code]));
  return Object.fromEntries(
    rows.map(([, , code = '', to = '']) => [
      code,
      to
        .split(',')
        .map((name) => codes.get(name.trim()) ?? '')
        .filter(Boolean),
    ]),
  );
}

it('or_04 f13_6: the transitions of an order are those of the server', () => {
  expect(transitions).toEqual(serverTransitions());
});
