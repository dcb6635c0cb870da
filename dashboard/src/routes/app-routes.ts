import { accountRoutes } from './account.routes';
import { activityRoutes } from './activity.routes';
import { authRoutes } from './auth.routes';
import { bulkRoutes } from './bulk.routes';
import { cartRoutes } from './carts.routes';
import { categoryRoutes } from './categories.routes';
import { confirmRoutes } from './confirm.routes';
import { contentPageRoutes } from './content-pages.routes';
import { couponRoutes } from './coupons.routes';
import { courierRoutes } from './couriers.routes';
import { courierCashRoutes } from './courier-cash.routes';
import { customerRoutes } from './customers.routes';
import { homeRoutes } from './home.routes';
import { importRoutes } from './imports.routes';
import { mediaRoutes } from './media.routes';
import { menuRoutes } from './menus.routes';
import { orderRoutes } from './orders.routes';
import { productRoutes } from './products.routes';
import { reportRoutes } from './reports.routes';
import { settingsRoutes } from './settings.routes';
import { themeRoutes } from './theme.routes';

/** All areas. To add one: create `<area>.routes.ts` beside this file and spread its routes here. */
export const appRoutes = [
  ...homeRoutes,
  ...reportRoutes,
  ...accountRoutes,
  ...authRoutes,
  ...orderRoutes,
  ...activityRoutes,
  ...confirmRoutes,
  ...courierRoutes,
  ...courierCashRoutes,
  ...customerRoutes,
  ...cartRoutes,
  ...couponRoutes,
  ...productRoutes,
  ...bulkRoutes,
  ...importRoutes,
  ...categoryRoutes,
  ...mediaRoutes,
  ...themeRoutes,
  ...menuRoutes,
  ...contentPageRoutes,
  ...settingsRoutes,
] as const;
