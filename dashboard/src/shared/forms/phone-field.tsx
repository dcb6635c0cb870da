import { Suspense } from 'react';
import { LtrField } from './ltr-field';
import type { PhoneFieldProps } from './phone-field-inner';
import { lazyPart } from '../ui/lazy-part';

const Inner = lazyPart(() => import('./phone-field-inner'));

/**
 * A mobile or phone number (AU-09): country and national number in, E.164 out (`+966512345678`, '' when cleared or
 * incomplete). The number metadata loads when the field is first rendered. `countries` narrows the list.
 */
export function PhoneField(props: PhoneFieldProps) {
  return (
    <Suspense
      fallback={<LtrField label={props.label} description={props.description} required={props.required} disabled />}
    >
      <Inner {...props} />
    </Suspense>
  );
}
