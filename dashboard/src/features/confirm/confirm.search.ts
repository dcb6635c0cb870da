/** Search params of the call queue: the order to call about. */
export const callQueueSearch = (search: Record<string, unknown>): { order?: string } =>
  typeof search.order === 'string' && /^ord_[0-9a-z]{13}$/.test(search.order) ? { order: search.order } : {};

/** Search params of the figures: the number of days. */
export const figureDays = [1, 7, 30, 90] as const;
export const figuresSearch = (search: Record<string, unknown>): { days?: number } => {
  const days = Number(search.days);
  return figureDays.some((n) => n === days) && days !== 7 ? { days } : {};
};
