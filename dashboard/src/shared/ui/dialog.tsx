import { Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShared } from '../i18n/use-shared';
import { usePhoneScreen } from './use-phone-screen';

/** A small dialog for one action: rendered while it is open. A larger one is full screen on a phone. */
export function Dialog({
  title,
  size = 480,
  tall = false,
  onClose,
  children,
}: {
  title: string;
  size?: number;
  tall?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const s = useShared();
  const phone = usePhoneScreen();
  return (
    <Modal
      opened
      onClose={onClose}
      size={size}
      fullScreen={tall && phone}
      title={
        <Text fw={600} fz={16}>
          {title}
        </Text>
      }
      closeButtonProps={{ 'aria-label': s('close') }}
    >
      {children}
    </Modal>
  );
}
