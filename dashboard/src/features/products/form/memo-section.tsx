import { memo, type ReactNode } from 'react';
import type { ProductFormState } from './product-form';
import type { ProductValues } from './values';

/**
 * A part of the page that shows only some of the values: it is rendered again when one of them changed, or a message.
 * The form copies all its values with every key, so they are compared by what they say. What is inside may read other
 * values only at the moment of an act (`form.getValues()`).
 */
export function MemoSection({
  form,
  shows,
  extra,
  children,
}: {
  form: ProductFormState;
  shows: readonly (keyof ProductValues)[];
  /** What else it shows. */
  extra?: unknown;
  children: ReactNode;
}) {
  const stamp = JSON.stringify([shows.map((name) => form.values[name]), form.errors, extra]);
  return <MemoizedSection stamp={stamp}>{children}</MemoizedSection>;
}

const MemoizedSection = memo(
  function Kept({ children }: { stamp: string; children: ReactNode }) {
    return children;
  },
  (before, after) => before.stamp === after.stamp,
);
