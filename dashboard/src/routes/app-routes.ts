import { accountRoutes } from './account.routes';
import { authRoutes } from './auth.routes';

/** All areas. To add one: make `<area>.routes.ts` beside this file and spread its routes here. */
export const appRoutes = [...accountRoutes, ...authRoutes] as const;
