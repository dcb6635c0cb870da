import type { Address } from '@/modules/address/address';
import type { AddressWords } from '@/modules/address/address-values';
import type { Courier } from '@/modules/couriers/couriers.api';
import type { Fulfilment, Shipment, ShipmentIn, ShipmentPatch } from './shipments.api';

export type Provider = Shipment['provider'];
type Service = NonNullable<NonNullable<ShipmentIn['waybill']>['service_type']>;

interface Waybill {
  service_type: Service;
  warehouse: string;
  /** Of a new shipment, as its method has it unless something else is chosen. */
  package_size: Shipment['package_size'] | 'default';
  package_weight: number | null;
  has_cod: boolean;
  cod_amount: string;
  allow_open_box: boolean;
  courier_name: string;
  tracking_no: string;
  tracking_url: string;
  note: string;
  /** Of a courier of the program. */
  second_phone: string;
  description: string;
  declared_value: string;
}

/** Form values of a waybill. */
export interface WaybillValues {
  provider: Provider;
  quantities: Record<string, number | null>;
  waybill: Waybill;
  /** It is brought to another address than the order's; only of a booked one. */
  has_other_address: boolean;
  address: AddressWords;
}

const noAddress: AddressWords = {
  name: '',
  mobile: '',
  country: '',
  region: '',
  city: '',
  district: '',
  street: '',
  building: '',
  short_address: '',
  postal_code: '',
  details: '',
};

/** An address without its pin, which is of the place and not of what is written over it. */
function writtenAddress(address: Address | null | undefined): AddressWords {
  if (!address) return noAddress;
  const { geo_location: _pin, ...words } = address;
  return { ...noAddress, ...words };
}

/** Initial form values. */
export function firstValues(
  known: Fulfilment,
  shipment: Shipment | undefined,
  address: Address | null | undefined,
): WaybillValues {
  const { defaults } = known;
  return {
    provider: shipment?.provider ?? defaults.provider,
    quantities: Object.fromEntries(known.to_ship.map(({ line, quantity }) => [line, quantity])),
    waybill: {
      service_type: (shipment?.service_type as Service | undefined) ?? 'deliver',
      warehouse: shipment?.warehouse ?? defaults.warehouse,
      package_size: shipment?.package_size ?? 'default',
      // Left to the server for a new shipment: it weighs the chosen pieces.
      package_weight: shipment?.package_weight || null,
      has_cod: shipment?.has_cod ?? defaults.has_cod,
      cod_amount: shipment ? shipment.cod_amount : defaults.cod_left,
      allow_open_box: shipment?.allow_open_box ?? false,
      courier_name: shipment?.courier_name ?? defaults.courier_name,
      tracking_no: shipment?.tracking_no ?? '',
      tracking_url: shipment?.tracking_url ?? '',
      note: shipment?.note ?? '',
      second_phone: shipment?.second_phone ?? '',
      description: shipment?.description ?? '',
      declared_value: shipment && Number(shipment.declared_value) > 0 ? shipment.declared_value : '',
    },
    // An address that the courier refused is there to be corrected.
    has_other_address: Boolean(shipment?.address) || shipment?.booking.code === 'place_not_served',
    address: writtenAddress(shipment?.address ?? address),
  };
}

/**
 * The request body: a pickup has no courier, one that is booked by calls is named and tracked by its courier, and after
 * it has left only the tracking is sent.
 */
export function waybillOf(
  values: WaybillValues,
  isAll: boolean,
  courier?: Courier,
): NonNullable<ShipmentIn['waybill']> {
  const { waybill: w, provider } = values;
  const tracking =
    provider !== 'PICKUP' && courier?.capabilities.booking !== 'http'
      ? { courier_name: w.courier_name, tracking_no: w.tracking_no.trim(), tracking_url: w.tracking_url.trim() }
      : {};
  if (!isAll) return tracking;
  return {
    ...tracking,
    ...(provider !== 'PICKUP' ? { service_type: w.service_type } : {}),
    ...(w.package_weight ? { package_weight: w.package_weight } : {}),
    warehouse: w.warehouse,
    ...(w.package_size === 'default' ? {} : { package_size: w.package_size }),
    has_cod: w.has_cod,
    ...(w.has_cod ? { cod_amount: w.cod_amount } : {}),
    allow_open_box: w.allow_open_box,
    note: w.note.trim(),
    ...(courier && {
      // Left to the server where it is empty: the buyer's other number, and the names of the pieces.
      ...(w.second_phone ? { second_phone: w.second_phone } : {}),
      ...(w.description.trim() ? { description: w.description.trim() } : {}),
      declared_value: w.declared_value || '0',
    }),
  };
}

/** The request body of a shipment that its courier has not booked: its waybill, and the address that is its own. */
export const waitingChange = (values: WaybillValues, isAll: boolean, courier?: Courier): ShipmentPatch => ({
  waybill: waybillOf(values, isAll, courier),
  ...(isAll && courier && values.has_other_address ? { address: values.address } : {}),
});

/** The request body of a booked shipment: what its courier may still be asked to change. */
export function bookedChange({ waybill: w, has_other_address, address }: WaybillValues): ShipmentPatch {
  return {
    waybill: {
      has_cod: w.has_cod,
      ...(w.has_cod ? { cod_amount: w.cod_amount } : {}),
      allow_open_box: w.allow_open_box,
      note: w.note.trim(),
    },
    ...(has_other_address ? { address } : {}),
  };
}
