import type { FloatingPosition } from '@mantine/core';
import {
  cloneElement,
  useEffect,
  useId,
  useState,
  type ComponentType,
  type HTMLAttributes,
  type MouseEvent,
  type ReactElement,
} from 'react';
import { flushSync } from 'react-dom';
import { fetchPart } from '../api/parts';
import { loadFloatingComponents, preloadFloatingComponents, type FloatingComponents } from './lazy-floating';
import { toastPartError } from './part-failed';

/**
 * A menu below a button. The button is there at once; the menu's code and its items (a file of their own, whose default
 * export renders `Menu.Item`s) are loaded at the first interaction with the page or the button. Lists and the shell use
 * it instead of Mantine's `Menu`, because they have a size budget.
 *
 * An action must outlive the menu: mutations belong to the surrounding component, items get callbacks.
 *
 * ```tsx
 * <LazyMenu
 *   trigger={<ActionIcon aria-label={t('rowMenu')}><IconDots size={18} /></ActionIcon>}
 *   load={() => import('./coupon-row-items')}
 *   items={{ coupon, onDelete }}
 * />
 * ```
 */
export function LazyMenu<Items extends object>({
  trigger,
  load,
  items,
  position = 'bottom-end',
  width,
  closeOnItemClick,
}: {
  trigger: ReactElement<HTMLAttributes<HTMLElement>>;
  load: () => Promise<{ default: ComponentType<Items> }>;
  items: Items;
  /** Logical: "end" is the left side in Arabic. */
  position?: FloatingPosition;
  width?: number;
  closeOnItemClick?: boolean;
}) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const [parts, setParts] = useState<{
    floating: FloatingComponents;
    Items: ComponentType<Items>;
    target: HTMLElement;
  } | null>(null);
  useEffect(preloadFloatingComponents, []);

  const loadAll = () => Promise.all([loadFloatingComponents(), load()]);
  const warm = () => void loadAll().catch(() => undefined);
  const toggle = (event: MouseEvent<HTMLElement>) => {
    const target = event.currentTarget;
    if (parts) {
      if (parts.target !== target) setParts({ ...parts, target });
      setOpened(!opened);
      return;
    }
    fetchPart(loadAll).then(
      ([floating, module]) => {
        // It must be there before it opens, to notice where the focus was and give it back.
        flushSync(() => setParts({ floating, Items: module.default, target }));
        setOpened(true);
      },
      (error: unknown) => toastPartError(error),
    );
  };
  const expanded = { 'data-expanded': opened || undefined };
  return (
    <>
      {cloneElement(trigger, {
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': opened,
        'aria-controls': opened ? `${id}-dropdown` : undefined,
        onClick: toggle,
        onPointerEnter: parts ? undefined : warm,
        onFocus: parts ? undefined : warm,
        ...expanded,
      })}
      {parts && (
        <parts.floating.MantineMenu
          id={id}
          target={parts.target}
          opened={opened}
          onChange={setOpened}
          position={position}
          width={width}
          closeOnItemClick={closeOnItemClick}
        >
          <parts.Items {...items} />
        </parts.floating.MantineMenu>
      )}
    </>
  );
}
