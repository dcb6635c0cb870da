import type { Schema, SchemaIn } from '@/shared/api/wire-schema';
import { addressWords, type AddressWords } from '@/modules/address/address-values';
import type { OptionWords } from '@/shared/i18n/options';
import type { OrderItem, OrderView } from '../orders.api';

export type EditIn = SchemaIn<'OrderEditIn'>;
export type Preview = Schema<'OrderEditPreview'>;

/** A line in an edit: one of the order, or a new one (`line` is null). */
export interface EditLine {
  line: number | null;
  product_id: string;
  variant_id: string | null;
  name: { ar?: string; en?: string };
  /** Option values of the variant. */
  detail: OptionWords[];
  /** The shopper's answers to product fields. */
  answers?: OrderItem['fields'];
  image_url: string | null;
  /** The price that needs no reason. */
  base_price: string;
  unit_price: string;
  quantity: number | null;
  reason: string;
  /** Refunded pieces: the price of such a line cannot change. */
  refunded?: number;
}

/** An address with its coordinates, which an edit keeps. */
export interface AddressValues extends AddressWords {
  geo_location: { lat: string; lng: string } | null;
}

export interface EditValues {
  items: EditLine[];
  shipping_fees: string;
  payment_fees: string;
  /** Discount by hand, beside a coupon. */
  discount: string;
  /** The code of the order's coupon; '' without one. */
  coupon_code: string;
  /** Null while unchanged. */
  address: AddressValues | null;
  note: string;
}

export const lineOf = (item: OrderItem): EditLine => ({
  line: item.line,
  product_id: item.product_id ?? '',
  variant_id: item.variant_id,
  name: item.name,
  detail: item.option_values,
  answers: item.fields,
  image_url: item.image_url,
  base_price: item.unit_price,
  unit_price: item.unit_price,
  quantity: item.quantity,
  reason: '',
  refunded: item.refunded,
});

/** An address as the fields of a form hold it. */
export const addressValues = (address: Partial<NonNullable<OrderView['address']>>): AddressValues => ({
  ...addressWords(address),
  geo_location: address.geo_location ?? null,
});

export const addressOf = (order: OrderView): AddressValues =>
  addressValues({ name: order.sender_name, mobile: order.mobile, ...order.address });

export const valuesOf = (order: OrderView): EditValues => ({
  items: order.items.map(lineOf),
  // Before the coupon's discount.
  shipping_fees: order.full_shipping_fees,
  payment_fees: order.payment_fees,
  discount: order.other_discount,
  coupon_code: order.coupon?.code ?? '',
  address: null,
  note: '',
});

/** Rebases form values onto the current order: a line that no longer exists is dropped. */
export function fitTo<Some extends Partial<EditValues>>(order: OrderView, values: Some): Some {
  if (!values.items) return values;
  const known = new Set(order.items.map((item) => item.line));
  return { ...values, items: values.items.filter((line) => line.line === null || known.has(line.line)) };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The request body: only the differences from the order, so that nothing else changes. Null without any. */
export function bodyOf(values: EditValues, order: OrderView): EditIn | null {
  const base = valuesOf(order);
  const wire = (line: EditLine) => ({
    ...(line.line === null ? { product_id: line.product_id, variant_id: line.variant_id } : { line: line.line }),
    quantity: line.quantity ?? 0,
    // The regular price is left to the server: a product's price may change during the edit.
    ...(line.unit_price === line.base_price
      ? {}
      : { unit_price: line.unit_price || '0', reason: line.reason.trim() || null }),
  });
  const items = values.items.map(wire);
  const amount = (key: 'shipping_fees' | 'payment_fees' | 'discount') =>
    values[key] === base[key] ? {} : { [key]: values[key] || '0' };
  const body: EditIn = {
    ...(same(items, base.items.map(wire)) ? {} : { items }),
    ...amount('shipping_fees'),
    ...amount('payment_fees'),
    ...amount('discount'),
    ...(values.coupon_code.trim() === base.coupon_code ? {} : { coupon_code: values.coupon_code.trim() }),
    ...(values.address === null || same(values.address, addressOf(order)) ? {} : { address: values.address }),
  };
  return Object.keys(body).length > 0 ? body : null;
}

/** Adds a new line to one of the same variant at the regular price, if there is one that may be merged. */
export function joined<Line extends EditLine>(
  items: readonly Line[],
  line: Line,
  isApart: (other: Line) => boolean,
): Line[] {
  const at = items.findIndex(
    (other) =>
      !isApart(other) &&
      other.product_id === line.product_id &&
      other.variant_id === line.variant_id &&
      other.unit_price === line.unit_price,
  );
  if (at < 0) return [...items, line];
  return items.map((other, index) => (index === at ? { ...other, quantity: (other.quantity ?? 0) + 1 } : other));
}

/** A line with refunded pieces keeps its price: new pieces are not added to it. */
export const withLine = (items: readonly EditLine[], line: EditLine): EditLine[] =>
  joined(items, line, ({ refunded }) => Boolean(refunded));
