/** The page of a courier's pickups, from 1. */
export const pickupsSearch = (raw: Record<string, unknown>): { page?: number } => {
  const page = Number(raw.page);
  return page > 1 && page % 1 === 0 ? { page } : {};
};
