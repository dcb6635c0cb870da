import type { ReactNode } from 'react';
import type { ProductFormState } from './product-form';

/** The message of a field whose parts have errors of their own (`tags.3`), or of the field itself. */
export function errorUnder(form: Pick<ProductFormState, 'errors'>, path: string): ReactNode {
  const key = Object.keys(form.errors).find(
    (candidate) => form.errors[candidate] && (candidate === path || candidate.startsWith(`${path}.`)),
  );
  return key ? form.errors[key] : undefined;
}

/** Mantine clears only the message of the field itself. */
export function clearUnder(form: Pick<ProductFormState, 'errors' | 'clearFieldError'>, path: string): void {
  for (const key of Object.keys(form.errors)) {
    if (key === path || key.startsWith(`${path}.`)) form.clearFieldError(key);
  }
}
