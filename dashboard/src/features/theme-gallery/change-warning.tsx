import { useGalleryText } from './i18n';
import classes from './theme-gallery.module.css';

/** What it means to show another theme to shoppers. */
export function ChangeWarning({
  live,
  isInstalled,
  hasChanges,
}: {
  /** The name of the theme that shoppers see until then. */
  live: string | undefined;
  isInstalled: boolean;
  /** There is a draft in it that was not published. */
  hasChanges: boolean;
}) {
  const t = useGalleryText();
  return (
    <ul className={classes.points}>
      <li>{t('use.now')}</li>
      <li>{t(isInstalled ? 'use.asPublished' : 'use.carried')}</li>
      {hasChanges && <li className={classes.important}>{t('use.changes')}</li>}
      {live && <li>{t(isInstalled ? 'use.kept' : 'use.rest', { live })}</li>}
    </ul>
  );
}
