import { useShippingName } from '@/modules/shipping/i18n';
import { isCourier } from '@/modules/shipping/providers';
import { formatMoney, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import type { OrderView } from '../orders.api';
import { useShipmentText } from './i18n';
import type { Shipment } from './shipments.api';
import classes from './shipments.module.css';
import { TrackingNumber } from './tracking-number';

/** Summary of the waybill: courier and tracking, weight, the COD amount, the recipient of a pickup. */
export function ParcelFacts({ shipment, currency }: { shipment: Shipment; currency: OrderView['currency'] }) {
  const t = useShipmentText();
  const { language } = useLanguage();
  const name = useShippingName();
  // What is stored of a courier of the program is the method's name, in the shopper's language.
  const courier = isCourier(shipment.provider) ? name(shipment.provider) : shipment.courier_name;
  return (
    <div className={classes.facts}>
      {courier && <bdi>{courier}</bdi>}
      <TrackingNumber number={shipment.tracking_no} url={shipment.tracking_url} />
      {shipment.package_weight > 0 && (
        <span>
          {formatNumber(shipment.package_weight)} {t('grams')}
        </span>
      )}
      <span>
        {shipment.has_cod
          ? t('fact.cod', { amount: formatMoney(shipment.cod_amount, currency, language) })
          : t('fact.noCod')}
      </span>
      {shipment.allow_open_box && <span>{t('fact.openBox')}</span>}
      {shipment.service_type === 'exchange' && <span>{t('fact.exchange')}</span>}
      {shipment.received_by && <span>{t('fact.receivedBy', { name: `\u2068${shipment.received_by}\u2069` })}</span>}
    </div>
  );
}
