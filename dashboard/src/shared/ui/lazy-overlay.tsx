import type { DrawerProps, ModalProps } from '@mantine/core';
import { Suspense, useState, type ComponentProps } from 'react';
import type { Dialog } from './dialog';
import { lazyDialog } from './lazy-part';

const Modal = lazyDialog(() => import('./lazy-overlay-kit').then((kit) => ({ default: kit.Modal })));
const Drawer = lazyDialog(() => import('./lazy-overlay-kit').then((kit) => ({ default: kit.Drawer })));
const DialogPart = lazyDialog(() => import('./dialog').then((part) => ({ default: part.Dialog })));

/** Once opened it stays mounted, so that closing can animate. */
function useHasOpened(opened: boolean): boolean {
  const [hasOpened, setHasOpened] = useState(opened);
  if (opened && !hasOpened) setHasOpened(true);
  return hasOpened;
}

/**
 * Mantine's Modal, loaded when it first opens: a list should not download dialogs that it may never show. Same props;
 * use it instead of `Modal` on pages with a size budget (lists above all).
 */
export function LazyModal(props: ModalProps) {
  return useHasOpened(props.opened) ? (
    <Suspense fallback={null}>
      <Modal {...props} />
    </Suspense>
  ) : null;
}

/** Mantine's Drawer in the same way; `position` is logical ("right" is the end side). */
export function LazyDrawer(props: DrawerProps) {
  return useHasOpened(props.opened) ? (
    <Suspense fallback={null}>
      <Drawer {...props} />
    </Suspense>
  ) : null;
}

/** `Dialog` in the same way. */
export function LazyDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense fallback={null}>
      <DialogPart {...props} />
    </Suspense>
  );
}
