import { LazyMenu } from '@/shared/ui/lazy-menu';
import { RowButton, RowDots } from '@/shared/ui/row-button';
import { useRedirectText } from './i18n';
import type { RedirectView } from './redirects.api';

const load = () => import('./redirect-row-items');

/** The row menu of a redirect. */
export function RedirectRowMenu({ redirect }: { redirect: RedirectView }) {
  const t = useRedirectText();
  return (
    <LazyMenu
      width={200}
      load={load}
      items={{ redirect }}
      trigger={
        <RowButton aria-label={t('rowMenu', { name: redirect.address })}>
          <RowDots />
        </RowButton>
      }
    />
  );
}
