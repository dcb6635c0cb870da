import { addressValues, joined, type AddressValues, type EditLine } from '../edit/edit.model';
import type { DraftIn, DraftView } from './draft.api';

/** A line of a draft: a product as in an edit, or a custom line, which has no product. */
export interface DraftLine extends EditLine {
  custom: { is_tax_free: boolean; requires_shipping: boolean } | null;
}

export interface DraftCustomer {
  id: string;
  name: string;
  mobile: string;
}

export interface DraftValues {
  customer: DraftCustomer | null;
  items: DraftLine[];
  address: AddressValues | null;
  shipping_method_id: string | null;
  /** '' for the method's own price. */
  shipping_fees: string;
  payment_method_id: string | null;
  discount: string;
  discount_reason: string;
  /** '' without one. */
  coupon_code: string;
  note: string;
}

/** A code keeps its own direction inside a sentence. */
export const isolated = (code: string): string => `\u2068${code}\u2069`;

export const isZero = (amount: string): boolean => !/[1-9]/.test(amount);

export function valuesOf(draft: DraftView | null): DraftValues {
  const items = (draft?.preview.lines ?? []).map((line): DraftLine => ({
    line: line.line,
    product_id: line.product_id ?? '',
    variant_id: line.variant_id,
    name: line.name,
    detail: line.option_values,
    image_url: line.image_url,
    base_price: line.is_price_set ? (line.list_price ?? '') : line.unit_price,
    unit_price: line.unit_price,
    quantity: line.quantity,
    reason: line.reason,
    custom: line.product_id ? null : { is_tax_free: line.is_tax_free, requires_shipping: line.requires_shipping },
  }));
  return {
    customer: draft ? draft.customer : null,
    items,
    address: draft?.address ? addressValues(draft.address) : null,
    shipping_method_id: draft?.shipping_method_id ?? null,
    shipping_fees: draft?.shipping_fees ?? '',
    payment_method_id: draft?.payment_method_id ?? null,
    discount: draft && !isZero(draft.discount) ? draft.discount : '',
    discount_reason: draft?.discount_reason ?? '',
    coupon_code: draft?.coupon_code ?? '',
    note: draft?.note ?? '',
  };
}

/** The request body; an address without input is left out. */
export function bodyOf(values: DraftValues, version: number | null): DraftIn {
  const { customer, items, address } = values;
  return {
    customer_id: customer?.id ?? null,
    items: items.map((line) => {
      const common = { line: line.line, quantity: line.quantity ?? 0 };
      if (line.custom) {
        return {
          ...common,
          name: line.name.ar ?? line.name.en ?? '',
          unit_price: line.unit_price || '0',
          ...line.custom,
        };
      }
      // The regular price is left to the server: it may change while the draft is open.
      const price =
        line.unit_price === line.base_price
          ? {}
          : { unit_price: line.unit_price || '0', reason: line.reason.trim() || null };
      return { ...common, product_id: line.product_id, variant_id: line.variant_id, ...price };
    }),
    address: address && isBegun(address) ? address : null,
    shipping_method_id: values.shipping_method_id,
    shipping_fees: values.shipping_fees || null,
    payment_method_id: values.payment_method_id,
    discount: values.discount || null,
    discount_reason: values.discount_reason.trim() || null,
    coupon_code: values.coupon_code.trim() || null,
    note: values.note.trim() || null,
    version,
  };
}

/** An address counts as entered with a place: the recipient's name alone, which is prefilled, does not. */
export const isBegun = (address: AddressValues): boolean =>
  [address.city, address.district, address.street, address.building, address.short_address, address.details].some(
    (text) => text.trim() !== '',
  );

/** The preview is sent without an incomplete address: the totals need not wait for its last field. */
export const isWhole = (address: AddressValues): boolean =>
  address.name.trim() !== '' &&
  address.mobile.trim() !== '' &&
  address.city.trim() !== '' &&
  (address.street.trim() !== '' || address.details.trim() !== '');

/**
 * A picked product is added to an existing line of the same variant at the regular price; custom lines are never
 * merged.
 */
export const withGoods = (items: readonly DraftLine[], line: EditLine): DraftLine[] =>
  joined<DraftLine>(items, { ...line, custom: null }, ({ custom }) => custom !== null);

/** Errors shown while typing; missing fields are reported on submit. */
const live = new Set([
  'unavailable',
  'short',
  'limit',
  'discount',
  'coupon',
  'shipping_unavailable',
  'payment_unavailable',
]);

export function errorsOf(
  problems: readonly { field: string; code: string; message: string }[],
  attempted: 'no' | 'order' | 'paid',
): Record<string, string> {
  const shownProblems = problems.filter(
    ({ code }) => live.has(code) || (attempted !== 'no' && !(attempted === 'paid' && code === 'payment_missing')),
  );
  return Object.fromEntries(shownProblems.toReversed().map(({ field, message }) => [field, message]));
}
