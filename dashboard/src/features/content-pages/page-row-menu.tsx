import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { LazyMenu } from '@/shared/ui/lazy-menu';
import { RowButton, RowDots } from '@/shared/ui/row-button';
import type { PageRow } from './content-pages.api';
import { useContentPageText } from './i18n';

const load = () => import('./page-row-items');

/** The row menu of a page. */
export function PageRowMenu({ page }: { page: PageRow }) {
  const t = useContentPageText();
  const { language } = useLanguage();
  const acts = [useCan('create', 'Page'), useCan('update', 'Page'), useCan('delete', 'Page')];
  // Nothing to choose: a member who only reads, and shoppers do not see the page either.
  if (page.status !== 'published' && !acts.includes(true)) return null;
  return (
    <LazyMenu
      width={220}
      load={load}
      items={{ page }}
      trigger={
        <RowButton aria-label={t('rowMenu', { name: textOf(page.title, language) })}>
          <RowDots />
        </RowButton>
      }
    />
  );
}
