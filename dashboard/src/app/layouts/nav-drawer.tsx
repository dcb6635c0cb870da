import { Drawer } from '@mantine/core';
import { useShared } from '@/shared/i18n/use-shared';
import { Brand } from './brand';
import { NavList } from './nav-list';

/** The menu of small screens; loaded when it is first opened. */
export default function NavDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const s = useShared();
  // Positions are logical in Mantine: "left" is the start side, right in Arabic.
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="left"
      size={288}
      title={<Brand />}
      closeButtonProps={{ 'aria-label': s('close') }}
    >
      <NavList onNavigate={onClose} />
    </Drawer>
  );
}
