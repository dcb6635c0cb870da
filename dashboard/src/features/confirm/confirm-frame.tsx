import { Tabs } from '@mantine/core';
import { IconAdjustments, IconClock, IconKeyboard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useCan } from '@/shared/session/session';
import { Count } from '@/shared/ui/count';
import type { HeaderAction } from '@/shared/ui/header-actions';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { PageHeader } from '@/shared/ui/page';
import { countsQuery, type OpenState } from './confirm.api';
import { useConfirmText } from './i18n';
import classes from './call-queue.module.css';

const HoursDialog = lazyDialog(() => import('./hours-dialog').then((m) => ({ default: m.HoursDialog })));
const KeysDialog = lazyDialog(() => import('./call-queue-dialogs').then((m) => ({ default: m.KeysDialog })));

export type ConfirmTab = 'desk' | OpenState | 'figures';
const places: Record<ConfirmTab, string> = {
  desk: '/orders/confirm',
  waiting: '/orders/confirm/waiting',
  unreachable: '/orders/confirm/unreachable',
  wrong_number: '/orders/confirm/wrong-numbers',
  deposit: '/orders/confirm/deposits',
  figures: '/orders/confirm/figures',
};

/** The header of the call queue's pages: tabs with their counts. */
export function ConfirmFrame({
  tab,
  keys,
  onKeys,
  children,
}: {
  tab: ConfirmTab;
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
  const tabs = useRef<HTMLDivElement>(null);
  // Each page renders its own frame. On a phone the later tabs overflow: the active one is scrolled into view.
  useEffect(() => {
    tabs.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
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
      <Tabs
        value={tab}
        onChange={(next) => next && void navigate({ to: places[next as ConfirmTab] })}
        mb={20}
        activateTabWithKeyboard={false}
      >
        <Tabs.List ref={tabs} style={{ flexWrap: 'nowrap', overflowX: 'auto' }}>
          {(Object.keys(places) as ConfirmTab[]).map((key) => (
            <Tabs.Tab key={key} value={key} style={{ flexShrink: 0 }}>
              {t(`tab.${key}`)}
              {numbers[key] ? (
                // The margin follows the page's direction; digits run left to right.
                <span className={classes.count}>
                  <Count of={numbers[key]} isMore={counts?.more_than.includes(key === 'desk' ? 'due' : key)} />
                </span>
              ) : null}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {children}
      <Suspense fallback={null}>
        {hours && <HoursDialog onClose={() => setHours(false)} />}
        {keys && <KeysDialog onClose={() => onKeys?.(false)} />}
      </Suspense>
    </>
  );
}
