import { VisuallyHidden } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import type { Target } from '@/shared/dnd/tree-move';
import tree from '@/shared/dnd/tree.module.css';
import { useTreeDrag } from '@/shared/dnd/use-tree-drag';
import { directionOf, useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { useMenuText } from './i18n';
import { LinkLine } from './link-line';
import type { LineActs } from './link-line-menu';
import type { MenuErrors } from './menu-errors';
import { maxLevels, rowsOf, type Tree } from './menu-tree';
import classes from './menus.module.css';

/** The links as a tree, moved by pointer and by keyboard. */
export function LinkTree({
  links,
  errors,
  acts,
  onMove,
}: {
  links: Tree;
  errors: MenuErrors;
  /** Null for those who may only read. */
  acts: LineActs | null;
  onMove: (key: string, target: Target) => void;
}) {
  const t = useMenuText();
  const { language } = useLanguage();
  const phone = usePhoneScreen();
  const list = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const rows = useMemo(() => rowsOf(links), [links]);
  const indent = phone ? 18 : 34;
  // The drag counts in rows: all are equally high, with room for a second line of a message on phones.
  const rowHeight = phone ? 82 : 64;
  const nameOf = (key: string | null) => textOf(rows.find((row) => row.id === key)?.link.title, language);
  const {
    mark,
    region,
    id: heldId,
  } = useTreeDrag({
    list,
    lines: rows,
    maxLevels,
    rowHeight,
    indent,
    rtl: directionOf(language) === 'rtl',
    onMove,
    announce: (kind, key, target) => {
      if (kind === 'cancel') {
        setAnnouncement(t('drag.cancel'));
        return;
      }
      const place = target.index + 1;
      const where = target.parent
        ? t('drag.below', { parent: nameOf(target.parent), place })
        : t('drag.top', { place });
      setAnnouncement(t(`drag.${kind}`, { name: nameOf(key), where }));
    },
  });
  const isMovable = acts !== null && rows.length > 1;
  return (
    <>
      <VisuallyHidden id="link-move-help">{t('drag.help')}</VisuallyHidden>
      <VisuallyHidden role="status" aria-live="assertive">
        {announcement}
      </VisuallyHidden>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handles inside are the buttons */}
      <div ref={list} role="list" aria-label={t('tree')} className={tree.tree} {...region}>
        {rows.map((row) => (
          <div
            key={row.id}
            role="listitem"
            className={classes.line}
            style={{ blockSize: rowHeight }}
            data-held={heldId === row.id || undefined}
          >
            <LinkLine
              row={row}
              indent={(acts ? 8 : 14) + row.depth * indent}
              acts={acts}
              isMovable={isMovable}
              isHeld={heldId === row.id}
              errors={errors.byKey.get(row.id)}
            />
          </div>
        ))}
        <div ref={mark} hidden className={tree.mark} />
      </div>
    </>
  );
}
