import { Anchor } from '@mantine/core';
import { useEffect } from 'react';
import { LoginForm, type LoginLinkProps } from '@/features/auth/login-form';
import { useAuthText } from '@/features/auth/i18n';
import { setFailureHandler } from '@/shared/api/transport';
import { useShared } from '@/shared/i18n/use-shared';
import { fetchDocumentAhead } from '@/shared/api/ahead';
import { ownPath } from '@/shared/lib/own-path';
import { announcerId } from '@/shared/ui/announce';
import { runReaction, reactTo } from './failures';
import { useAppText } from './i18n';
import { FullLayout } from './layouts/full-layout';
import { Providers } from './providers';

// The page shows its failures itself; this document has no other page to navigate to.
setFailureHandler((error, call) => runReaction({ ...reactTo(error, call), go: undefined }, error, () => undefined));

function PlainLink({ to, children, ...anchor }: LoginLinkProps) {
  return (
    <Anchor href={to} {...anchor}>
      {children}
    </Anchor>
  );
}

/**
 * The sign-in page for visitors from outside: a document of its own (`login.html`), without the router and the program
 * behind it, which is prefetched while the user types.
 */
export function LoginDocument() {
  return (
    <Providers>
      <Page />
    </Providers>
  );
}

function Page() {
  const s = useShared();
  const t = useAppText();
  const title = useAuthText()('login.title');
  useEffect(() => {
    document.title = `${s('platform')} · ${title}`;
  }, [s, title]);
  useEffect(() => fetchDocumentAhead('/index.html'), []);
  return (
    <>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <div id={announcerId} aria-live="polite" className="unseen" />
      <FullLayout>
        <LoginForm
          redirect={ownPath(new URLSearchParams(location.search).get('redirect'))}
          onOpen={(to) => location.replace(to)}
          LinkTo={PlainLink}
        />
      </FullLayout>
    </>
  );
}
