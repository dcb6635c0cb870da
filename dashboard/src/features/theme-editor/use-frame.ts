import { useEffect, useRef, useState, type RefObject } from 'react';
import { historyKey } from '@/shared/forms/use-history-keys';
import type { FromFrame } from './frame-bridge';
import { useThemeText } from './i18n';
import { sectionsOf } from './steps';
import type { ThemeEditor } from './use-theme-editor';

/** How long the page in the frame may take to answer, ms. */
const patience = 15_000;

/** The frame's page: whether it answers, and what the messages in both directions do. */
export function useFrame({
  editor,
  frame,
  origin,
  address,
  onAdd,
}: {
  editor: ThemeEditor;
  frame: RefObject<HTMLIFrameElement | null>;
  origin: string;
  /** Another address is another page in the frame. */
  address: string;
  /** The "+" between two sections: before the one with this id, or at the end. */
  onAdd: (before: string | null) => void;
}) {
  const t = useThemeText();
  const { bridge, lists, mayEdit, nameOf, section, block } = editor;
  const [readyAt, setReadyAt] = useState<string | null>(null);
  const [failedAt, setFailedAt] = useState<string | null>(null);
  const [rendered, setRendered] = useState({ ms: 0, count: 0 });
  const isReady = readyAt === address;

  // As texts, which are the same as long as nothing changes.
  const names = JSON.stringify(
    Object.fromEntries(lists ? sectionsOf(lists).map((each) => [each.id, nameOf(each)]) : []),
  );
  const sortable = lists?.sortableSections.map(({ id }) => id).join(' ') ?? '';
  const sectionId = section?.id ?? null;

  /** The selection that the next change of the page tells again: a section that was added stands in it only then. */
  const toRepeat = useRef<string | null>(null);
  const hear = (message: FromFrame) => {
    switch (message.type) {
      case 'ready':
        setFailedAt(null);
        setReadyAt(address);
        editor.session.shown(editor.page);
        return;
      case 'hover':
        editor.setHovered(message.id);
        return;
      case 'select':
        editor.select(message.id, message.block);
        editor.setTab('sections');
        return;
      case 'add':
        if (mayEdit) onAdd(message.before);
        return;
      case 'rendered':
        setRendered(({ count }) => ({ ms: message.ms, count: count + 1 }));
        if (sectionId && toRepeat.current === sectionId)
          bridge.post({ type: 'sectionSelection', id: sectionId, block });
        toRepeat.current = null;
        return;
      case 'key': {
        const step = historyKey({ ...message, altKey: false });
        if (step) void editor.step(step);
        else if (message.code === 'Escape') editor.select(null);
      }
    }
  };
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });

  useEffect(() => {
    if (!frame.current) return undefined;
    const leave = bridge.listen(frame.current, origin, (message) => latest.current(message));
    const timer = setTimeout(() => setFailedAt(address), patience);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [bridge, frame, origin, address]);

  useEffect(() => {
    if (!isReady) return;
    const ids = sortable.split(' ').filter(Boolean);
    bridge.post({
      type: 'state',
      names: JSON.parse(names) as Record<string, string>,
      words: { add: t('addHere') },
      sortable: ids,
      mayEdit,
    });
  }, [bridge, isReady, names, sortable, mayEdit, t]);

  useEffect(() => {
    if (!isReady) return;
    toRepeat.current = sectionId;
    bridge.post(sectionId ? { type: 'sectionSelection', id: sectionId, block } : { type: 'sectionSelectionCleared' });
  }, [bridge, isReady, sectionId, block]);

  return { isReady, hasFailed: !isReady && failedAt === address, rendered };
}
