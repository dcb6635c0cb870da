import { Menu } from '@mantine/core';
import { leadOf, type HeaderAction } from './header-actions';

/** The menu of a page's header; destructive actions are at the end. */
export default function HeaderActionItems({ actions }: { actions: readonly HeaderAction[] }) {
  const usual = actions.filter((action) => !action.danger);
  const dangerous = actions.filter((action) => action.danger);
  const item = (action: HeaderAction) => (
    <Menu.Item
      key={action.key}
      color={action.danger ? 'red' : undefined}
      leftSection={<action.icon size={16} className={action.flips ? 'flip' : undefined} aria-hidden />}
      disabled={action.busy}
      onClick={action.onClick}
      {...leadOf(action)}
    >
      {action.label}
    </Menu.Item>
  );
  return (
    <>
      {usual.map(item)}
      {usual.length > 0 && dangerous.length > 0 && <Menu.Divider />}
      {dangerous.map(item)}
    </>
  );
}
