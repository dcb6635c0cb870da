import { Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { isApiError } from '@/shared/api/error';
import { useShared } from '@/shared/i18n/use-shared';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { tellOrderFailure } from '../order-failure';

/** What the server says about a field goes to the field; everything else is told, and the dialog makes way. */
export async function sendOr(close: () => void, send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (isApiError(error) && error.outcome === 'invalid') throw error;
    tellOrderFailure(error);
    close();
    throw error;
  }
}

export function Dialog({
  title,
  size = 520,
  onClose,
  children,
}: {
  title: string;
  size?: number;
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
      fullScreen={phone}
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
