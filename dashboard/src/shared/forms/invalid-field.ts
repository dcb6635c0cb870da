/**
 * The first field below `root` that reports unparsable input. Such a field keeps the text, so the form's values do not
 * show it.
 */
export const firstInvalidField = (
  root: ParentNode | null | undefined,
): HTMLInputElement | HTMLTextAreaElement | undefined =>
  [...(root?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea') ?? [])].find(
    (input) => input.willValidate && input.validity.customError,
  );

/** Scrolls the first such field into view; false when there is none. */
export function focusInvalidField(root: ParentNode | null | undefined): boolean {
  const field = firstInvalidField(root);
  field?.scrollIntoView({ block: 'center' });
  field?.focus();
  return field !== undefined;
}
