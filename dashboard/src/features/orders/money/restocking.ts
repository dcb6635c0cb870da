import type { ReturnReason } from './money.api';

// Reasons are the merchant's own words, in any language: the stems that both languages have for goods that cannot be sold again.
const unsellable = /تلف|تالف|عيب|مكسور|كسر|عطل|منتهي|damage|defect|fault|broken|expired/iu;

/** Whether goods that came back for a reason are put back into stock, as long as the merchant has not chosen. */
export const isRestockedFor = (reason: Pick<ReturnReason, 'name'> | undefined): boolean =>
  !Object.values(reason?.name ?? {}).some((name) => typeof name === 'string' && unsellable.test(name));
