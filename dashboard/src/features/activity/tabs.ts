import { IconAlertTriangle, IconAt, IconPackage, IconShoppingBag, IconUsers, type Icon } from '@tabler/icons-react';
import { hasPermissions, needsOf, type Screen } from '@/modules/screens/screens';
import { useSession } from '@/shared/session/session';
import type { Address } from '@/shared/ui/app-link';
import { useActivityText } from './i18n';

const tabs: readonly { to: Screen & Address; label: Parameters<typeof useActivityText.now>[0]; icon: Icon }[] = [
  { to: '/mentions', label: 'mentions', icon: IconAt },
  { to: '/orders/batches', label: 'orders', icon: IconShoppingBag },
  { to: '/products/batches', label: 'products', icon: IconPackage },
  { to: '/customers/batches', label: 'customers', icon: IconUsers },
  { to: '/failed-work', label: 'failed', icon: IconAlertTriangle },
];

export interface ActivityTab {
  to: string;
  label: string;
  icon: Icon;
}

/**
 * The histories behind the bell that this user may open. A new one is one entry here, and a child of the activity route
 * (`routes/activity.routes.ts`).
 */
export function useActivityTabs(): ActivityTab[] {
  const t = useActivityText();
  const { user } = useSession();
  return tabs.filter(({ to }) => hasPermissions(needsOf(to), user)).map((tab) => ({ ...tab, label: t(tab.label) }));
}
