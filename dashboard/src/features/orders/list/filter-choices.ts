import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '@/shared/api/query';

/** The choices of the filters: only values that orders of the store have. */
export const choicesQuery = queryOptions({ ...apiQuery('/orders/filter-choices'), staleTime: 30_000 });
