// Lists and tables that the dashboard duplicates from the server: for display order, or where the API document has no
// such table. Each is compared with the server's, so that neither changes alone.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { productOrders } from '@/features/categories/categories.api';
import { actions } from '@/features/cod-rules/cod-rules.model';
import { outcomes } from '@/features/confirm/confirm.model';
import { couponStates } from '@/features/coupons/coupons.model';
import { channels, sources } from '@/features/customers/customers.api';
import { likenesses } from '@/features/customers/merge.api';
import { reasons as erasureReasons } from '@/features/customers/personal/personal.api';
import { useProviderCallText } from '@/features/orders/provider-calls/i18n';
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

/** The kinds of calls to providers, of the server's source: each says its own in `fn kind`. The document has them as texts. */
function serverCallKinds(): string[] {
  const crates = join(root, 'crates');
  const files = (readdirSync(join(crates, 'commerce/src'), { recursive: true }) as string[])
    .filter((name) => name.endsWith('.rs'))
    .map((name) => join(crates, 'commerce/src', name));
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  return [...texts].flatMap(([file, text]) => {
    const [, name] = /fn kind\(&self\) -> &'static str \{\s*(?:\w+::)*(\w+)\s*\}/.exec(text) ?? [];
    if (!name) return [];
    // The constant stands in the file itself, or in one beside it.
    const near = [...texts].filter(([other]) => dirname(other) === dirname(file)).map(([, its]) => its);
    const value = [text, ...near]
      .map((its) => new RegExp(`const ${name}: &str = "(\\w+)"`).exec(its)?.[1])
      .find(Boolean);
    return [value ?? `${name} of ${file}`];
  });
}

it('PY-03, OR-06 each kind of call to a provider has its words', () => {
  const kinds = serverCallKinds();
  expect(kinds).toEqual(expect.arrayContaining(['payment_refund', 'courier_book', 'courier_track', 'courier_pickups']));
  expect(kinds.filter((kind) => !useProviderCallText.has(`kind.${kind}`))).toEqual([]);
  const worded = useProviderCallText.keys.filter((key) => key.startsWith('kind.')).map((key) => key.slice(5));
  expect(sorted(worded.filter((kind) => kind !== 'other'))).toEqual(sorted(kinds));
});
