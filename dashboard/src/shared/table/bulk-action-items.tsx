import { Menu } from '@mantine/core';
import type { BulkAction } from './bulk-bar';

/** Menu of the bulk actions that do not fit into the bar. */
export default function BulkActionItems({
  actions,
  run,
}: {
  actions: readonly BulkAction[];
  run: (action: BulkAction) => void;
}) {
  return actions.map((action) => (
    <Menu.Item
      key={action.key}
      color={action.danger ? 'red' : undefined}
      leftSection={action.icon}
      aria-keyshortcuts={action.shortcut}
      onClick={() => run(action)}
    >
      {action.label}
    </Menu.Item>
  ));
}
