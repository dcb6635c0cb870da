import { Menu, Tooltip, type FloatingPosition } from '@mantine/core';
import { useLayoutEffect, type ReactNode, type Ref } from 'react';

/** Mantine's menu below a button that is already rendered. Used by `LazyMenu` only. */
export function MantineMenu({
  id,
  target,
  opened,
  onChange,
  position,
  width,
  closeOnItemClick,
  children,
}: {
  /** Also the id of the button, which labels the menu. */
  id: string;
  target: HTMLElement;
  opened: boolean;
  onChange: (opened: boolean) => void;
  position?: FloatingPosition;
  width?: number;
  closeOnItemClick?: boolean;
  children: ReactNode;
}) {
  return (
    <Menu
      id={id}
      opened={opened}
      onChange={onChange}
      position={position}
      width={width}
      closeOnItemClick={closeOnItemClick}
    >
      <Menu.Target>
        <Anchor element={target} />
      </Menu.Target>
      <Menu.Dropdown mah="min(420px, 70vh)" style={{ overflowY: 'auto' }}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Stands in for a button that was rendered elsewhere. */
function Anchor({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  }, [element, ref]);
  return null;
}

/** Mantine's tooltip beside an element that is already rendered. Used by `Tip` only. */
export function MantineTooltip({
  target,
  label,
  opened,
  position,
}: {
  target: HTMLElement;
  label: ReactNode;
  opened: boolean;
  position?: FloatingPosition;
}) {
  return <Tooltip target={target} label={label} opened={opened} position={position} />;
}
