import { Link, Outlet } from '@tanstack/react-router';
import {
  IconBuildingStore,
  IconBuildingWarehouse,
  IconFileInvoice,
  IconReceiptTax,
  IconSearch,
  IconShoppingCartCheck,
  IconTruckReturn,
} from '@tabler/icons-react';
import { hasPermissions, needsOf } from '@/modules/screens/screens';
import { useSession } from '@/shared/session/session';
import { PageHeader } from '@/shared/ui/page';
import { useSettingsText } from './i18n';
import classes from './settings.module.css';

const sections = [
  { to: '/settings/store/general', label: 'tab.general', icon: IconBuildingStore },
  { to: '/settings/store/checkout', label: 'tab.checkout', icon: IconShoppingCartCheck },
  { to: '/settings/store/stock', label: 'tab.stock', icon: IconBuildingWarehouse },
  { to: '/settings/store/returns', label: 'tab.returns', icon: IconTruckReturn },
  { to: '/settings/store/vat', label: 'tab.vat', icon: IconReceiptTax },
  { to: '/settings/store/documents', label: 'tab.documents', icon: IconFileInvoice },
  { to: '/settings/store/seo', label: 'tab.seo', icon: IconSearch },
] as const;

/** ST-01: the sections of the settings beside the one that is open. */
export function SettingsLayout() {
  const t = useSettingsText();
  const { user } = useSession();
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={classes.layout}>
        <nav aria-label={t('sections')} className={classes.sections}>
          {sections
            .filter(({ to }) => hasPermissions(needsOf(to), user))
            .map((section) => (
              <Link
                key={section.to}
                to={section.to}
                className={classes.section}
                activeProps={{ 'data-active': true, 'aria-current': 'page' }}
              >
                <section.icon size={18} stroke={1.7} aria-hidden />
                {t(section.label)}
              </Link>
            ))}
        </nav>
        <div className={classes.content}>
          <Outlet />
        </div>
      </div>
    </>
  );
}
