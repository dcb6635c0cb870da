import { Drawer, Modal, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useShared } from '../i18n/use-shared';
import { routerLink, type AppLink } from './app-link';
import { usePhoneScreen } from './use-phone-screen';

/**
 * A dialog that is a route: it has an address, Back closes it, and a link opens it. Render it from a child route of the
 * list (`<Outlet />` inside the list page) and say where closing leads.
 *
 * ```tsx
 * <RoutedDrawer title={t('form.title')} closeTo={{ to: '/products-categories/list', search: true }}>…</RoutedDrawer>
 * ```
 */
export function RoutedDrawer({
  title,
  closeTo,
  size = 520,
  as = 'drawer',
  children,
}: {
  title: string;
  closeTo: AppLink;
  size?: number;
  as?: 'drawer' | 'modal';
  /**
   * Gets `close` for the buttons inside, and `leave` for when the shown row was deleted: it replaces the history entry,
   * so that Back does not open it again.
   */
  children: ReactNode | ((close: () => void, leave: () => Promise<void>) => ReactNode);
}) {
  const navigate = useNavigate();
  const s = useShared();
  const phone = usePhoneScreen();
  // Closing navigates away: a form with unsaved changes may still block it.
  const close = () => void navigate(routerLink(closeTo));
  const leave = () => navigate({ ...routerLink(closeTo), replace: true });
  const shared = {
    opened: true,
    onClose: close,
    title: (
      <Text fw={600} fz={17}>
        {title}
      </Text>
    ),
    closeButtonProps: { 'aria-label': s('close') },
    size: phone ? '100%' : size,
  };
  const content = typeof children === 'function' ? children(close, leave) : children;
  // Positions are logical in Mantine here: "right" is the end side, left in Arabic.
  return as === 'modal' ? (
    <Modal {...shared}>{content}</Modal>
  ) : (
    <Drawer {...shared} position="right">
      {content}
    </Drawer>
  );
}
