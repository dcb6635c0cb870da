import type { Announcements, ScreenReaderInstructions } from '@dnd-kit/core';
import { useDragText } from './i18n';

/** Screen reader announcements during a drag, in the interface's language; the library's own are English. */
export function dragAnnouncements(position: (id: string | number) => number, total: number): Announcements {
  const s = useDragText.now;
  return {
    onDragStart: ({ active }) => s('drag.start', { place: position(active.id), total }),
    onDragOver: ({ over }) => (over ? s('drag.over', { place: position(over.id), total }) : undefined),
    onDragEnd: ({ over }) => (over ? s('drag.end', { place: position(over.id), total }) : s('drag.cancel')),
    onDragCancel: () => s('drag.cancel'),
  };
}
export const dragInstructions = (): ScreenReaderInstructions => ({ draggable: useDragText.now('drag.help') });
