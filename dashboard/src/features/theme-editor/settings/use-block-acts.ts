import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useLanguage } from '@/shared/i18n/language';
import { announce } from '@/shared/ui/announce';
import { dismissToast, toast } from '@/shared/ui/toast';
import type { Block, BlockSchema, SectionOption } from '../theme-editor.api';
import { copyOf, inserted, isKindFull, mostBlocks, newBlock, titleOf } from './blocks';
import { useSettingsText } from './i18n';

/** The message of a deletion: its undo goes with the section. */
const deletedToast = 'theme-block';

/** Gives the focus to the row of a block once it is drawn, or to the button that adds one. */
function useRowFocus(list: RefObject<HTMLElement | null>): (id: string | null) => void {
  const wanted = useRef<{ id: string | null; until: number } | null>(null);
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { id, until } = wanted.current;
    const row = id === null ? null : list.current?.querySelector<HTMLElement>(`[data-block-row="${CSS.escape(id)}"]`);
    // It may come with the parent's next list, but long after that the focus is the user's.
    if (id !== null && !row && performance.now() < until) return;
    wanted.current = null;
    if (id !== null && !row) return;
    (row ?? list.current?.querySelector<HTMLElement>('[data-add-block]'))?.focus();
  });
  return (id) => {
    wanted.current = { id, until: performance.now() + 500 };
  };
}

/** What can be done with the blocks of a section. */
export function useBlockActs({
  option,
  blocks,
  list,
  onBlocks,
  activeBlock,
  onActiveBlock,
}: {
  option: SectionOption;
  blocks: readonly Block[];
  list: RefObject<HTMLElement | null>;
  onBlocks: (blocks: Block[], label: string) => void;
  activeBlock: string | null;
  onActiveBlock: (id: string | null) => void;
}) {
  const t = useSettingsText();
  const { language } = useLanguage();
  const focusRow = useRowFocus(list);
  // The undo of a deletion is pressed when the blocks may have changed.
  const latest = useRef({ blocks, onBlocks });
  useEffect(() => {
    latest.current = { blocks, onBlocks };
  });
  useEffect(() => () => dismissToast(deletedToast), []);
  const most = mostBlocks(option);
  const nameOf = (block: Block) => {
    const title = titleOf(
      block,
      option.blocks.find(({ type }) => type === block.type),
      language,
    );
    return `\u2068${title}\u2069`;
  };
  const bringBack = (block: Block, at: number) => {
    const now = latest.current;
    // Undone elsewhere meanwhile, or its place was taken.
    if (now.blocks.some(({ id }) => id === block.id) || now.blocks.length >= most) return;
    if (isKindFull(option, now.blocks, block.type)) return;
    focusRow(block.id);
    now.onBlocks(inserted(now.blocks, block, at), t('act.restore', { name: nameOf(block) }));
  };

  return {
    /** No block can be added, or none of a kind. */
    isFull: (type?: string) => blocks.length >= most || (type !== undefined && isKindFull(option, blocks, type)),
    add: (kind: BlockSchema) => {
      const block = newBlock(kind);
      const name = nameOf(block);
      focusRow(block.id);
      onBlocks([...blocks, block], t('act.add', { name }));
      onActiveBlock(block.id);
      announce(t('blocks.added', { name }));
    },
    duplicate: (block: Block) => {
      const copy = copyOf(block);
      const name = nameOf(block);
      focusRow(copy.id);
      onBlocks(inserted(blocks, copy, blocks.indexOf(block) + 1), t('act.duplicate', { name }));
      announce(t('blocks.duplicated', { name }));
    },
    remove: (block: Block) => {
      const at = blocks.indexOf(block);
      const name = nameOf(block);
      focusRow((blocks[at + 1] ?? blocks[at - 1])?.id ?? null);
      onBlocks(
        blocks.filter(({ id }) => id !== block.id),
        t('act.delete', { name }),
      );
      if (activeBlock === block.id) onActiveBlock(null);
      toast.success({
        title: t('blocks.deleted', { name }),
        id: deletedToast,
        action: { label: t('blocks.undo'), run: () => bringBack(block, at) },
      });
    },
    toggle: (block: Block) =>
      onBlocks(
        blocks.map((each) => (each.id === block.id ? { ...each, is_active: !each.is_active } : each)),
        t(block.is_active ? 'act.hide' : 'act.show', { name: nameOf(block) }),
      ),
    /** Changes places with its neighbour before (-1) or after it (1). */
    move: (block: Block, step: -1 | 1) => {
      const at = blocks.indexOf(block);
      focusRow(block.id);
      onBlocks(inserted(blocks.toSpliced(at, 1), block, at + step), t('act.sort'));
      announce(t('blocks.moved', { name: nameOf(block) }));
    },
    sort: (sorted: Block[]) => onBlocks(sorted, t('act.sort')),
  };
}

export type BlockActs = ReturnType<typeof useBlockActs>;
