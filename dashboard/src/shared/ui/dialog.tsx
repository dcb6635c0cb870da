import { Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShared } from '../i18n/use-shared';

/** A small window for one act: rendered while it is open. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const s = useShared();
  return (
    <Modal
      opened
      onClose={onClose}
      size={480}
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
