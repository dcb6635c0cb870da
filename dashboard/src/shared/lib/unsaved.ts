const holders = new Set<() => boolean>();

/** Registers a check for unsaved input of a part of the page; returns the function that removes it. */
export function holdWork(holds: () => boolean): () => void {
  holders.add(holds);
  return () => holders.delete(holds);
}

export const hasUnsavedWork = (): boolean => [...holders].some((holds) => holds());
