/** A page that two keys lead to: `g`, then `letter`. */
export interface Jump {
  letter: string;
  /** The page's title. */
  page: string;
}

let jumps: () => readonly Jump[] = () => [];

/** Sets how the sheets of shortcuts read the jumps of this user; the app has them, which no sheet may import. */
export function setJumps(read: () => readonly Jump[]): void {
  jumps = read;
}

export const readJumps = (): readonly Jump[] => jumps();
