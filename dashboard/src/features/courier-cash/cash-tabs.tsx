import { LinkTabs } from '@/shared/ui/link-tabs';
import { useCashText } from './i18n';

/** The two pages of the area. */
export function CashTabs() {
  const t = useCashText();
  return (
    <LinkTabs
      label={t('tabs')}
      tabs={[
        { link: { to: '/courier-cash' }, label: t('tab.cash'), isExact: true },
        { link: { to: '/courier-cash/settlements' }, label: t('tab.settlements') },
      ]}
    />
  );
}
