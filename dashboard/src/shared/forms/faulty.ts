/**
 * The first field below `root` that says of itself that what is written in it is none of its values. Such a field keeps
 * the text, so the form's values alone do not tell.
 */
export const firstFaulty = (root: ParentNode | null | undefined): HTMLInputElement | HTMLTextAreaElement | undefined =>
  [...(root?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea') ?? [])].find(
    (input) => input.willValidate && input.validity.customError,
  );

/** Brings the first such field into view; false where there is none. */
export function showFaulty(root: ParentNode | null | undefined): boolean {
  const field = firstFaulty(root);
  field?.scrollIntoView({ block: 'center' });
  field?.focus();
  return field !== undefined;
}
