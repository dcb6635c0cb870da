import { VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { categoriesQuery, type Branch, type Category } from '@/modules/category-tree/categories';
import type { Target } from '@/shared/dnd/tree-move';
import tree from '@/shared/dnd/tree.module.css';
import { useTreeDrag } from '@/shared/dnd/use-tree-drag';
import { directionOf, useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { toast } from '@/shared/ui/toast';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { sortCategories, staleAfterChange, type Place } from './categories.api';
import { maxLevels } from './categories.model';
import { CategoryLine } from './category-line';
import { linesOf, placesOf } from './category-move';
import { useCategoryText } from './i18n';

/** All rows have the same height: long names are truncated. */
const rowHeight = 64;

/** The rows of the tree, virtualised by the window. */
export function CategoryTree({
  lines,
  categories,
  closed,
  hasTree,
  pathOf,
  onToggle,
  onOpen,
}: {
  lines: readonly Branch[];
  categories: readonly Category[];
  closed: ReadonlySet<string>;
  /** Some row can be opened. False in search results, where nothing can be moved either. */
  hasTree: boolean;
  /** Names of a category's ancestors, in search results. */
  pathOf?: (id: string) => string;
  onToggle: (id: string) => void;
  onOpen: (id: string) => void;
}) {
  const t = useCategoryText();
  const { language } = useLanguage();
  const phone = usePhoneScreen();
  const mayUpdate = useCan('update', 'Category');
  const list = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    setMargin((list.current?.getBoundingClientRect().top ?? 0) + scrollY);
  }, []);
  const indent = phone ? 18 : 34;
  const move = useMoving();
  const treeLines = useMemo(() => linesOf(lines), [lines]);
  const nameOf = (id: string | null) => lines.find((line) => line.category.id === id)?.category.name;
  const {
    mark,
    region,
    id: heldId,
  } = useTreeDrag({
    list,
    lines: treeLines,
    maxLevels,
    rowHeight,
    indent,
    rtl: directionOf(language) === 'rtl',
    onMove: (id, target) => {
      move(categories, id, target);
      if (target.parent) onOpen(target.parent);
    },
    announce: (kind, id, target) => {
      if (kind === 'cancel') {
        setAnnouncement(t('drag.cancel'));
        return;
      }
      const place = target.index + 1;
      const where = target.parent
        ? t('drag.below', { parent: textOf(nameOf(target.parent), language), place })
        : t('drag.top', { place });
      setAnnouncement(t(`drag.${kind}`, { name: textOf(nameOf(id), language), where }));
    },
  });
  // oxlint-disable-next-line react/incompatible-library -- what it gives is read here and goes to no memoised component
  const rows = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: margin,
    getItemKey: (index) => lines[index]?.category.id ?? index,
    // The row being moved must stay mounted to keep the focus.
    rangeExtractor: (range) => {
      const draggedIndex = lines.findIndex((line) => line.category.id === heldId);
      const first = Math.max(0, range.startIndex - range.overscan);
      const last = Math.min(range.count - 1, range.endIndex + range.overscan);
      const visibleIndexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
      return draggedIndex >= 0 && !visibleIndexes.includes(draggedIndex)
        ? [...visibleIndexes, draggedIndex].sort((a, b) => a - b)
        : visibleIndexes;
    },
  });
  const mayMove = mayUpdate && !pathOf && categories.length > 1;
  return (
    <>
      <VisuallyHidden id="category-move-help">{t('drag.help')}</VisuallyHidden>
      <VisuallyHidden role="status" aria-live="assertive">
        {announcement}
      </VisuallyHidden>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handles inside are the buttons */}
      <div ref={list} role="list" className={tree.tree} style={{ blockSize: rows.getTotalSize() }} {...region}>
        {rows.getVirtualItems().map((row) => {
          const branch = lines[row.index];
          if (!branch) return null;
          const { id } = branch.category;
          return (
            <div
              key={id}
              role="listitem"
              aria-setsize={lines.length}
              aria-posinset={row.index + 1}
              className={tree.line}
              style={{ transform: `translateY(${row.start - margin}px)`, blockSize: rowHeight }}
              data-held={heldId === id || undefined}
            >
              <CategoryLine
                branch={branch}
                categories={categories}
                isMovable={mayMove}
                isHeld={heldId === id}
                path={pathOf?.(id)}
                isOpen={!closed.has(id)}
                hasTree={hasTree}
                onToggle={onToggle}
              />
            </div>
          );
        })}
        <div ref={mark} hidden className={tree.mark} />
      </div>
    </>
  );
}

/** Optimistic move with undo; a refusal restores the old position and shows a message. */
function useMoving() {
  const t = useCategoryText();
  const client = useQueryClient();
  const key = categoriesQuery.queryKey;
  const change = useMutation({
    mutationFn: (places: Place[]) => sortCategories(places),
    onMutate: async (places) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData(key);
      const now = new Map(places.map((place) => [place.id, place]));
      client.setQueryData(key, (all) =>
        all?.map((category) => {
          const place = now.get(category.id);
          if (!place) return category;
          const { display_order, parent_id = null } = place;
          return { ...category, display_order, parent_id, is_sub_category: parent_id !== null };
        }),
      );
      return before;
    },
    onError: (_error, _places, before) => {
      if (before) client.setQueryData(key, before);
      toast.warning(t('sortFailed'));
    },
    onSettled: () => Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  return (categories: readonly Category[], id: string, target: Target) => {
    const places = placesOf(categories, id, target);
    if (!places) return;
    change.mutate(places.next, {
      onSuccess: () =>
        toast.success({
          title: t('moved'),
          action: { label: t('undo'), run: () => change.mutate(places.back) },
        }),
    });
  };
}
