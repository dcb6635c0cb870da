import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { DetailPage } from '@/shared/ui/page';
import { RoutedDrawer } from '@/shared/ui/routed-drawer';
import { useRedirectText } from './i18n';
import { RedirectForm } from './redirect-form';
import { redirects } from './redirects.api';

/** Creates or edits a redirect beside the list; one for a missed link leads back to those. */
export function RedirectDrawer() {
  const t = useRedirectText();
  const { id } = useParams({ from: '/settings-shell/redirects-shell/settings/store/redirects/$id' });
  const { address } = useSearch({ from: '/settings-shell/redirects-shell/settings/store/redirects/$id' });
  const isNew = id === 'new';
  const query = useQuery({ ...redirects.findQuery(id), enabled: !isNew });
  return (
    <RoutedDrawer
      title={t(isNew ? 'form.addTitle' : 'form.editTitle')}
      closeTo={address ? { to: '/settings/store/redirects/missed' } : { to: '/settings/store/redirects', search: true }}
    >
      {(close) =>
        isNew ? (
          <RedirectForm redirect={null} address={address ?? ''} onDone={close} />
        ) : (
          <DetailPage query={query}>
            {(redirect) => <RedirectForm key={redirect.id} redirect={redirect} onDone={close} />}
          </DetailPage>
        )
      }
    </RoutedDrawer>
  );
}
