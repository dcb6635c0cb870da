import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { CSSProperties, HTMLAttributes, ReactNode } from 'react';
import { dragAnnouncements, dragInstructions } from './announcements';

/** Spread on the handle (a button with an `aria-label`). */
export type HandleProps = HTMLAttributes<HTMLElement>;

/**
 * Items that can be put in order by pointer and by keyboard (Space, arrows, Space).
 *
 * ```tsx
 * <Sortable items={images} onSort={setImages} layout="grid" className={classes.grid}>
 *   {(image, handle, index) => <Thumb image={image} handle={handle} cover={index === 0} />}
 * </Sortable>
 * ```
 */
export function Sortable<Item extends { id: string }>({
  items,
  onSort,
  layout = 'list',
  className,
  children,
}: {
  items: readonly Item[];
  onSort: (items: Item[]) => void;
  layout?: 'list' | 'grid';
  className?: string;
  children: (item: Item, handle: HandleProps, index: number, dragging: boolean) => ReactNode;
}) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const place = (id: string | number) => items.findIndex((item) => item.id === id);
  const end = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onSort(arrayMove([...items], place(active.id), place(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{
        announcements: dragAnnouncements((id) => place(id) + 1, items.length),
        screenReaderInstructions: dragInstructions(),
      }}
    >
      <SortableContext
        items={[...items]}
        strategy={layout === 'grid' ? rectSortingStrategy : verticalListSortingStrategy}
      >
        <ul className={className} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {items.map((item, index) => (
            <SortableItem key={item.id} id={item.id}>
              {(handle, dragging) => children(item, handle, index, dragging)}
            </SortableItem>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

function SortableItem({
  id,
  children,
}: {
  id: string;
  children: (handle: HandleProps, dragging: boolean) => ReactNode;
}) {
  const { setNodeRef, transform, transition, isDragging, attributes, listeners } = useSortable({ id });
  const style: CSSProperties = {
    transform: CSS.Transform.toString(transform),
    transition,
    position: 'relative',
    zIndex: isDragging ? 2 : undefined,
    opacity: isDragging ? 0.85 : undefined,
  };
  return (
    <li ref={setNodeRef} style={style}>
      {children({ ...attributes, ...listeners } as HandleProps, isDragging)}
    </li>
  );
}
