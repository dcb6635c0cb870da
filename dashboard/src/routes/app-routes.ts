import { accountRoutes } from './account.routes';
import { authRoutes } from './auth.routes';
import { customerRoutes } from './customers.routes';
import { homeRoutes } from './home.routes';
import { orderRoutes } from './orders.routes';

/** All areas. To add one: make `<area>.routes.ts` beside this file and spread its routes here. */
export const appRoutes = [...homeRoutes, ...accountRoutes, ...authRoutes, ...orderRoutes, ...customerRoutes] as const;
