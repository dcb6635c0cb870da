import { IconLock, IconSearch, IconShoppingBag } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAuthText } from './i18n';
import classes from './store-preview.module.css';

/**
 * The new store's home page, drawn as the theme draws it, with what was entered so far. It says nothing that the fields
 * do not say, so screen readers skip it.
 */
export function StorePreview({ name, slug, isCompact = false }: { name: string; slug: string; isCompact?: boolean }) {
  const t = useAuthText();
  const shownName = <bdi>{name.trim() || t('register.storeName')}</bdi>;
  return (
    <div className={classes.browser} data-compact={isCompact || undefined} aria-hidden>
      <div className={classes.bar}>
        <span className={classes.address} dir="ltr">
          <IconLock size={13} />
          <span className={classes.host}>
            <b>{slug.trim() || t('preview.slug')}</b>.{location.host}
          </span>
        </span>
      </div>
      <div className={classes.head}>
        {!isCompact && (
          <span className={classes.menu}>
            <span>{t('preview.home')}</span>
            <span>{t('preview.products')}</span>
          </span>
        )}
        <Name isEmpty={!name.trim()}>{shownName}</Name>
        <span className={classes.tools}>
          <IconSearch size={16} stroke={1.6} />
          <IconShoppingBag size={16} stroke={1.6} />
        </span>
      </div>
      {!isCompact && (
        <div className={classes.hero}>
          <div className={classes.welcome}>
            <span className={classes.heading}>
              <Name isEmpty={!name.trim()}>{shownName}</Name>
            </span>
            <span className={classes.text}>{t('preview.text')}</span>
            <span className={classes.button}>{t('preview.button')}</span>
          </div>
          <Arch />
        </div>
      )}
    </div>
  );
}

function Name({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) {
  return (
    <span className={classes.name} data-empty={isEmpty || undefined}>
      {children}
    </span>
  );
}

/** The theme's picture for a store that has none yet. */
function Arch() {
  return (
    <span className={classes.arch}>
      <svg viewBox="0 0 400 500" preserveAspectRatio="xMidYMid slice" fill="none" stroke="currentColor">
        <defs>
          <pattern id="stars" width="100" height="100" patternUnits="userSpaceOnUse">
            <path d="M50 8 62.3 20.3H79.7V37.7L92 50 79.7 62.3V79.7H62.3L50 92 37.7 79.7H20.3V62.3L8 50 20.3 37.7V20.3H37.7zM50 26 57 33H67V43L74 50 67 57V67H57L50 74 43 67H33V57L26 50 33 43V33H43zM0 50H8M92 50H100M50 0V8M50 92V100M20.3 20.3 0 0M79.7 20.3 100 0M20.3 79.7 0 100M79.7 79.7 100 100" />
          </pattern>
        </defs>
        <rect width="400" height="500" fill="url(#stars)" stroke="none" />
      </svg>
    </span>
  );
}

/** The preview beside the form, with its title. */
export function StorePreviewPanel({ name, slug }: { name: string; slug: string }) {
  const t = useAuthText();
  return (
    <div className={classes.panel}>
      <p className={classes.title}>{t('preview.title')}</p>
      <StorePreview name={name} slug={slug} />
    </div>
  );
}
