import { addressLines } from '@/modules/address/address';
import { useLanguage } from '@/shared/i18n/language';
import { isolatedLines } from '../courier/isolated-lines';
import { ParcelNote } from '../parcel-note';
import classes from '../shipments.module.css';
import { TrackingNumber } from '../tracking-number';
import type { ReturnParcel } from './return-parcels.api';

/** Courier and tracking, the address where that is not the order's, the note. */
export function ReturnParcelFacts({ parcel, courier }: { parcel: ReturnParcel; courier: string }) {
  const { language } = useLanguage();
  return (
    <>
      <div className={classes.facts}>
        <bdi>{courier}</bdi>
        <TrackingNumber number={parcel.tracking_no} url={parcel.tracking_url} />
        {parcel.address && <bdi>{isolatedLines(addressLines(parcel.address, language))}</bdi>}
      </div>
      <ParcelNote note={parcel.note} />
    </>
  );
}
