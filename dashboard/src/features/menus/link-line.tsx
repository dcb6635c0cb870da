import { ActionIcon, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconExternalLink,
  IconFileText,
  IconFolder,
  IconGripVertical,
  IconHeading,
  IconLink,
  IconPackage,
  type Icon,
} from '@tabler/icons-react';
import tree from '@/shared/dnd/tree.module.css';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useMenuText } from './i18n';
import { LinkLineMenu, type LineActs } from './link-line-menu';
import type { LinkErrors } from './menu-errors';
import type { LinkRow, MenuLink } from './menu-tree';
import classes from './menus.module.css';
import { leadsSomewhere, shownLinks } from './shown-links';

const icons: Record<MenuLink['link_type'], Icon> = {
  PRODUCT: IconPackage,
  CATEGORY: IconFolder,
  PAGE: IconFileText,
  CUSTOM: IconLink,
};

/** One row of the tree: the link, what it leads to, and what is wrong with it. */
export function LinkLine({
  row,
  indent,
  acts,
  isMovable,
  isHeld,
  errors,
}: {
  row: LinkRow;
  /** Where its content begins, px. */
  indent: number;
  /** Null for those who may only read. */
  acts: LineActs | null;
  isMovable: boolean;
  isHeld: boolean;
  errors: LinkErrors | undefined;
}) {
  const t = useMenuText();
  const { language } = useLanguage();
  const { link, parent } = row;
  const name = textOf(link.title, language);
  const isHeading = link.link_type === 'CUSTOM' && !link.url;
  const KindIcon = isHeading ? IconHeading : icons[link.link_type];
  return (
    <div className={classes.row} style={{ paddingInlineStart: indent }}>
      {isMovable && (
        <ActionIcon
          className={tree.grip}
          size={28}
          aria-label={t('move', { name })}
          aria-describedby="link-move-help"
          aria-pressed={isHeld}
          data-move={link.key}
        >
          <IconGripVertical size={16} />
        </ActionIcon>
      )}
      <span className={classes.thumb}>
        {link.image ? (
          <img src={link.image.url} alt="" loading="lazy" />
        ) : (
          <KindIcon size={18} stroke={1.5} aria-hidden />
        )}
      </span>
      <div className={tree.text}>
        {acts ? (
          <button
            type="button"
            className={tree.name}
            data-link={link.key}
            aria-label={t('edit', { name })}
            onClick={() => acts.edit(link)}
          >
            <bdi>{name}</bdi>
          </button>
        ) : (
          <bdi className={tree.name}>{name}</bdi>
        )}
        {parent && <VisuallyHidden>{t('below', { name: textOf(parent.title, language) })}</VisuallyHidden>}
        <LinkDetail link={link} errors={errors} />
      </div>
      {acts && <LinkLineMenu row={row} name={name} acts={acts} />}
    </div>
  );
}

/** The second line: what is wrong, or else where the link leads. */
function LinkDetail({ link, errors }: { link: MenuLink; errors: LinkErrors | undefined }) {
  const t = useMenuText();
  const { language } = useLanguage();
  const isHeading = link.link_type === 'CUSTOM' && !link.url;
  const messages = Object.values(errors ?? {}).join(' ');
  if (messages) {
    return (
      <div className={classes.detail} data-tone="bad">
        <IconAlertTriangle size={14} aria-hidden />
        <span>{messages}</span>
      </div>
    );
  }
  const fate = shownLinks(link.links, language).length > 0 ? t('asHeading') : t('notShown');
  if (link.link_type !== 'CUSTOM' && !leadsSomewhere(link)) {
    const state = link.target_state === 'missing' ? 'missing' : 'hidden';
    return (
      <div className={classes.detail} data-tone="warn">
        <IconAlertTriangle size={14} aria-hidden />
        <span>
          {t(`${state}.${link.link_type}`)} · {fate}
        </span>
      </div>
    );
  }
  if (isHeading && link.links.length === 0) {
    return (
      <div className={classes.detail} data-tone="warn">
        <IconAlertTriangle size={14} aria-hidden />
        <span>{t('headingEmpty')}</span>
      </div>
    );
  }
  const target = link.link_type === 'CUSTOM' ? link.url : textOf(link.target_name, language);
  return (
    <div className={classes.detail}>
      <span>{t(isHeading ? 'heading' : `kind.${link.link_type}`)}</span>
      {target && (
        <>
          <span aria-hidden>·</span>
          <bdi className={link.link_type === 'CUSTOM' ? classes.address : classes.target}>{target}</bdi>
        </>
      )}
      {link.target === '_blank' && (
        <>
          <IconExternalLink size={14} className="flip" aria-hidden />
          <VisuallyHidden>{t('newTabShort')}</VisuallyHidden>
        </>
      )}
    </div>
  );
}
