import { memo, type ReactNode } from 'react';
import type { ProductFormState } from './product-form';
import type { ProductValues } from './values';

/**
 * A part of the page that depends on some of the values: it is rendered again when one of them, or an error, changed.
 * The form copies all its values on every key, so they are compared by content. Code inside may read other values only
 * in event handlers (`form.getValues()`).
 */
export function MemoSection({
  form,
  shows,
  extra,
  children,
}: {
  form: ProductFormState;
  shows: readonly (keyof ProductValues)[];
  /** Further values it depends on. */
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
