import { useGalleryText } from './i18n';
import classes from './theme-gallery.module.css';

/** What it means to show another theme to shoppers. */
export function ChangeWarning({
  live,
  isInstalled,
  isLive,
  hasChanges,
  style,
}: {
  /** The name of the theme that shoppers see until then. */
  live: string | undefined;
  isInstalled: boolean;
  /** Shoppers see it by now: only its look changes. */
  isLive: boolean;
  /** There is a draft in it that was not published. */
  hasChanges: boolean;
  /** The name of the look that it is shown in. */
  style: string | undefined;
}) {
  const t = useGalleryText();
  return (
    <ul className={classes.points}>
      <li>{t('use.now')}</li>
      {isInstalled && style && <li className={classes.important}>{t('style.replaces', { style })}</li>}
      {!isLive && <li>{t(isInstalled ? (style ? 'style.asPublished' : 'use.asPublished') : 'use.carried')}</li>}
      {hasChanges && <li className={classes.important}>{t(style ? 'style.changes' : 'use.changes')}</li>}
      {isInstalled && style && <li>{t('style.restorable')}</li>}
      {!isLive && live && <li>{t(isInstalled ? 'use.kept' : 'use.rest', { live })}</li>}
    </ul>
  );
}
