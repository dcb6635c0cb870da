import { IconAlertTriangle, IconAt, IconPackage, IconShoppingBag, IconUsers, type Icon } from '@tabler/icons-react';
import { hasPermissions, needsOf, type Screen } from '@/modules/screens/screens';
import { useSession } from '@/shared/session/session';
import type { AppLink } from '@/shared/ui/app-link';
import type { LinkTab } from '@/shared/ui/link-tabs';
import { useActivityText } from './i18n';

const tabs: readonly {
  link: AppLink & { to: Screen };
  label: Parameters<typeof useActivityText.now>[0];
  icon: Icon;
}[] = [
  { link: { to: '/mentions' }, label: 'mentions', icon: IconAt },
  { link: { to: '/orders/batches' }, label: 'orders', icon: IconShoppingBag },
  { link: { to: '/products/batches' }, label: 'products', icon: IconPackage },
  { link: { to: '/customers/batches' }, label: 'customers', icon: IconUsers },
  { link: { to: '/failed-work' }, label: 'failed', icon: IconAlertTriangle },
];

/**
 * The histories behind the bell that this user may open. A new one is one entry here, and a child of the activity route
 * (`routes/activity.routes.ts`).
 */
export function useActivityTabs(): (LinkTab & { icon: Icon })[] {
  const t = useActivityText();
  const { user } = useSession();
  return tabs
    .filter(({ link }) => hasPermissions(needsOf(link.to), user))
    .map((tab) => ({ ...tab, label: t(tab.label) }));
}
