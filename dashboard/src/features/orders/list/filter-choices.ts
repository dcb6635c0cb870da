import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '@/shared/api/query';

/** What the filters offer: only what orders of the store have. */
export const choicesQuery = queryOptions({ ...apiQuery('/orders/filter-choices'), staleTime: 30_000 });
