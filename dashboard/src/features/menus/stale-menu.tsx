import { StaleDialog } from '@/shared/forms/stale-dialog';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useMenuText } from './i18n';
import { bodyOf, isSameTree, rowsOf, type LinkRow, type Tree } from './menu-tree';
import classes from './menus.module.css';

interface Links {
  links: Tree;
}

/** Conflict dialog: the menu was saved by somebody else meanwhile. */
export default function StaleMenu({
  base,
  mine,
  theirs,
  onResolve,
  onClose,
}: {
  base: Tree;
  mine: Tree;
  theirs: Tree;
  onResolve: (chosen: Tree) => void;
  onClose: () => void;
}) {
  const t = useMenuText();
  return (
    <StaleDialog<Links>
      fields={[
        {
          key: 'links',
          label: t('stale.links'),
          show: (value) => <Outline links={value as Tree} other={value === mine ? theirs : mine} />,
        },
      ]}
      base={{ links: base }}
      // What shoppers see of a target may have changed meanwhile, which is no change of the menu.
      mine={{ links: isSameTree(mine, base) ? base : mine }}
      theirs={{ links: isSameTree(theirs, base) ? base : theirs }}
      onClose={onClose}
      onResolve={({ links }) => onResolve(links)}
    />
  );
}

/** A line of one tree is the same as one of the other: text, target and level. */
const lineOf = ({ link, depth }: LinkRow) => JSON.stringify([depth, bodyOf([{ ...link, links: [] }])]);

/** The whole tree as text; what the other one does not have stands out. */
function Outline({ links, other }: { links: Tree; other: Tree }) {
  const t = useMenuText();
  const { language } = useLanguage();
  const known = new Set(rowsOf(other).map(lineOf));
  const rows = rowsOf(links);
  return (
    <span className={classes.outline}>
      {rows.length === 0 && t('stale.none')}
      {rows.map((row) => (
        <span
          key={row.id}
          className={classes.outlineLine}
          style={{ paddingInlineStart: row.depth * 18 }}
          data-changed={!known.has(lineOf(row)) || undefined}
        >
          <bdi>{textOf(row.link.title, language)}</bdi>
        </span>
      ))}
    </span>
  );
}
