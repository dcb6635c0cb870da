import type { FloatingPosition } from '@mantine/core';
import { cloneElement, useEffect, useState, type HTMLAttributes, type ReactElement, type ReactNode } from 'react';
import { loadFloatingComponents, type FloatingComponents } from './lazy-floating';

/** Delay between hover and the tooltip, ms. */
const delay = 250;

/**
 * A short tooltip. It is not an accessible name: an element without visible text needs an `aria-label` as well.
 * Mantine's tooltip loads with the first one shown.
 *
 * ```tsx
 * <Tip label={label}><ActionIcon aria-label={label}>…</ActionIcon></Tip>
 * ```
 */
export function Tip({
  label,
  position,
  children,
}: {
  /** A function is evaluated only when the tooltip is shown. */
  label: ReactNode | (() => ReactNode);
  /** Logical: "right" is the end side, left in Arabic. */
  position?: FloatingPosition;
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}) {
  const [over, setOver] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState<{ floating: FloatingComponents; target: HTMLElement } | null>(null);
  useEffect(() => {
    if (!over) return undefined;
    let left = false;
    const loading = loadFloatingComponents();
    const timer = setTimeout(() => {
      loading.then(
        (floating) => !left && setOpen({ floating, target: over }),
        () => undefined,
      );
    }, delay);
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOver(null);
    document.addEventListener('keydown', onKey);
    return () => {
      left = true;
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
      // What is hidden, and shown again later, is no longer under the pointer.
      setOver((now) => (now === over ? null : now));
    };
  }, [over]);
  const opened = over !== null && open?.target === over;
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => event.pointerType === 'mouse' && setOver(event.currentTarget),
        onPointerLeave: () => setOver(null),
      })}
      {open && (
        <open.floating.MantineTooltip
          target={open.target}
          label={typeof label === 'function' ? label() : label}
          opened={opened}
          position={position}
        />
      )}
    </>
  );
}
