import { Outlet, useRouterState } from '@tanstack/react-router';
import { PageHeader } from '@/shared/ui/page';
import { useSettingsSections } from './sections';

/** ST-01: the settings of the store itself; the title is the open section's. */
export function SettingsLayout() {
  const path = useRouterState({ select: (state) => state.location.pathname.replace(/\/$/, '') });
  const open = useSettingsSections()
    .flatMap(({ sections }) => sections)
    .find(({ to }) => to === path);
  return (
    <>
      {open && <PageHeader title={open.label} />}
      <Outlet />
    </>
  );
}
