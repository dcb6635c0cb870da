import { IconAdjustments, IconClock, IconKeyboard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import { useCan } from '@/shared/session/session';
import type { AppLink } from '@/shared/ui/app-link';
import type { HeaderAction } from '@/shared/ui/header-actions';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { LinkTabs } from '@/shared/ui/link-tabs';
import { PageHeader } from '@/shared/ui/page';
import { countsQuery, type OpenState } from './confirm.api';
import { useConfirmText } from './i18n';

const HoursDialog = lazyDialog(() => import('./hours-dialog').then((m) => ({ default: m.HoursDialog })));
const KeysDialog = lazyDialog(() => import('./keys-dialog').then((m) => ({ default: m.KeysDialog })));

type ConfirmTab = 'desk' | OpenState | 'figures';
const places: Record<ConfirmTab, AppLink> = {
  desk: { to: '/orders/confirm' },
  waiting: { to: '/orders/confirm/waiting' },
  unreachable: { to: '/orders/confirm/unreachable' },
  wrong_number: { to: '/orders/confirm/wrong-numbers' },
  deposit: { to: '/orders/confirm/deposits' },
  figures: { to: '/orders/confirm/figures' },
};

/** The header of the call queue's pages: tabs with their counts. */
export function ConfirmFrame({
  keys,
  onKeys,
  children,
}: {
  /** The shortcut dialog is open; only the call queue has one. */
  keys?: boolean;
  onKeys?: (open: boolean) => void;
  children: ReactNode;
}) {
  const t = useConfirmText();
  const navigate = useNavigate();
  const counts = useQuery(countsQuery).data;
  const mayRule = useCan('read', 'Payment');
  const maySet = useCan('update', 'Setting');
  const [hours, setHours] = useState(false);
  const numbers: Partial<Record<ConfirmTab, number>> = {
    desk: counts?.due,
    waiting: counts?.waiting,
    unreachable: counts?.unreachable,
    wrong_number: counts?.wrong_number,
    deposit: counts?.deposit,
  };
  const more: HeaderAction[] = [];
  if (onKeys) more.push({ key: 'keys', label: t('shortcuts'), icon: IconKeyboard, onClick: () => onKeys(true) });
  if (maySet) more.push({ key: 'hours', label: t('settings'), icon: IconClock, onClick: () => setHours(true) });
  if (mayRule)
    more.push({
      key: 'rules',
      label: t('rules'),
      icon: IconAdjustments,
      onClick: () => void navigate({ to: '/payment-settings/cod-rules' }),
    });
  return (
    <>
      <PageHeader title={t('title')} more={more} />
      <LinkTabs
        label={t('title')}
        tabs={(Object.keys(places) as ConfirmTab[]).map((key) => ({
          link: places[key],
          label: t(`tab.${key}`),
          count: numbers[key],
          isCapped: counts?.more_than.includes(key === 'desk' ? 'due' : key),
          isExact: key === 'desk',
        }))}
      />
      {children}
      <Suspense fallback={null}>
        {hours && <HoursDialog onClose={() => setHours(false)} />}
        {keys && <KeysDialog onClose={() => onKeys?.(false)} />}
      </Suspense>
    </>
  );
}
