import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { Suspense } from 'react';
import { isCourier } from '@/modules/shipping/providers';
import { useCan } from '@/shared/session/session';
import { lazyExtra } from '@/shared/ui/lazy-part';

export interface DistrictProps {
  /** Code of the courier that the form is about; undefined where it is about none. */
  courier?: string;
  /** The city of the form; empty for none. */
  city: string;
  region: string;
  /** Label and the form's own props. */
  field: GetInputPropsReturnType & { label: string; maxLength: number };
}

const PlainDistrict = ({ field }: DistrictProps) => <TextInput {...field} />;

// Most address forms have no courier, and need no list.
const CourierDistrict = lazyExtra(() => import('./courier-district'), PlainDistrict);

/** A district field: free text, with the courier's own districts of the city where the form is about a courier. */
export function DistrictField({ courier, ...props }: DistrictProps) {
  const mayRead = useCan('read', 'Shipping');
  if (courier === undefined || !isCourier(courier) || !mayRead) return <PlainDistrict {...props} />;
  return (
    <Suspense fallback={<PlainDistrict {...props} />}>
      <CourierDistrict courier={courier} {...props} />
    </Suspense>
  );
}
