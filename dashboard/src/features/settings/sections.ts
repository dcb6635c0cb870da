import {
  IconBuildingStore,
  IconBuildingWarehouse,
  IconCash,
  IconFileInvoice,
  IconHistory,
  IconPhoneCheck,
  IconReceiptTax,
  IconRoute2,
  IconSearch,
  IconShoppingCartCheck,
  IconTruckDelivery,
  IconTruckReturn,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import { hasPermissions, needsOf, titleOf, type Screen } from '@/modules/screens/screens';
import { useSession } from '@/shared/session/session';
import type { Address } from '@/shared/ui/app-link';
import { useSettingsText } from './i18n';

type Key = Parameters<typeof useSettingsText.now>[0];

interface Section {
  to: Screen & Address;
  icon: Icon;
  /** One line on what is found there; its name is the title of its route. */
  about: Key & `about.${string}`;
  /** A longer address of the list begins with this one: only the address itself is this section. */
  isExact?: boolean;
}

/**
 * Every page of the settings, in the order of the settings list. A new page is one entry here, and a child of the
 * settings route (`routes/settings.routes.ts`); a section is shown to those who may open its screen.
 */
const groups: readonly { label: Key; sections: readonly Section[] }[] = [
  {
    label: 'group.store',
    sections: [
      { to: '/settings/store/general', about: 'about.general', icon: IconBuildingStore },
      { to: '/settings/store/vat', about: 'about.vat', icon: IconReceiptTax },
      { to: '/settings/store/documents', about: 'about.documents', icon: IconFileInvoice },
      { to: '/settings/store/seo', about: 'about.seo', icon: IconSearch },
      { to: '/settings/store/redirects', about: 'about.redirects', icon: IconRoute2 },
    ],
  },
  {
    label: 'group.selling',
    sections: [
      { to: '/settings/store/checkout', about: 'about.checkout', icon: IconShoppingCartCheck },
      { to: '/shipping-settings', about: 'about.shipping', icon: IconTruckDelivery },
      { to: '/payment-settings', about: 'about.payment', icon: IconCash, isExact: true },
      { to: '/payment-settings/cod-rules', about: 'about.codRules', icon: IconPhoneCheck },
      { to: '/settings/store/stock', about: 'about.stock', icon: IconBuildingWarehouse },
      { to: '/settings/store/returns', about: 'about.returns', icon: IconTruckReturn },
    ],
  },
  {
    label: 'group.team',
    sections: [
      { to: '/access-control', about: 'about.access', icon: IconUsersGroup, isExact: true },
      { to: '/access-control/log', about: 'about.audit', icon: IconHistory },
    ],
  },
];

export interface VisibleSection {
  to: string;
  icon: Icon;
  label: string;
  text: string;
  isExact?: boolean;
}

/** The settings that this user may open, by groups. */
export function useSettingsSections(): { label: string; sections: VisibleSection[] }[] {
  const t = useSettingsText();
  const { user } = useSession();
  return groups
    .map(({ label, sections }) => ({
      label: t(label),
      sections: sections
        .filter(({ to }) => hasPermissions(needsOf(to), user))
        .map(({ about, ...section }) => ({
          ...section,
          label: titleOf(section.to),
          text: t(about),
        })),
    }))
    .filter(({ sections }) => sections.length > 0);
}
