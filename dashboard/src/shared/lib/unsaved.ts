const checks = new Set<() => boolean>();

/** Registers a check for unsaved input of a part of the page; returns the function that removes it. */
export function registerUnsavedCheck(hasUnsaved: () => boolean): () => void {
  checks.add(hasUnsaved);
  return () => checks.delete(hasUnsaved);
}

export const hasUnsavedWork = (): boolean => [...checks].some((hasUnsaved) => hasUnsaved());
