const holders = new Set<() => boolean>();

/** Says whether a part of the page holds work that a reload would lose; returns the way to forget the part. */
export function holdWork(holds: () => boolean): () => void {
  holders.add(holds);
  return () => holders.delete(holds);
}

export const hasUnsavedWork = (): boolean => [...holders].some((holds) => holds());
