import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import type { PageView } from './content-pages.api';
import { statusTones } from './content-pages.model';
import classes from './content-pages.module.css';
import { useContentPageText } from './i18n';

/** The status of a page; of a scheduled one its time too, in the store's time zone. */
export function PageStatusBadge({ page }: { page: Pick<PageView, 'status' | 'publish_at'> }) {
  const t = useContentPageText();
  return (
    <span className={classes.status}>
      <StatusBadge tone={statusTones[page.status]}>{t(`status.${page.status}`)}</StatusBadge>
      {page.status === 'scheduled' && page.publish_at && (
        <span className={classes.small}>
          <Time value={page.publish_at} />
        </span>
      )}
    </span>
  );
}
