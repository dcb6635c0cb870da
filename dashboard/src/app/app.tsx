import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setFailureHandler } from '@/shared/api/transport';
import { queryClient } from '@/shared/api/query-client';
import { subscribeLanguage } from '@/shared/i18n/language';
import { getSession, isAuthenticated, subscribeSession } from '@/shared/session/session';
import { ConfirmHost } from '@/shared/ui/confirm';
import { runReaction, reactTo } from './failures';
import { Providers } from './providers';
import { router } from './router';

setFailureHandler((error, call) => {
  const isLogout = call.path === '/logout';
  const reaction = reactTo(error, call);
  if (isLogout && reaction.go === '/login') return;
  runReaction(reaction, error, (to) => {
    const currentLocation = router.state.location;
    if (currentLocation.pathname === to) return;
    const back = to === '/login' || to === '/server-unreachable' ? { redirect: currentLocation.href } : {};
    void router.navigate({ to: to, search: back, replace: to !== '/ready' });
  });
});

// State rule 6: when the language changes, the server's texts are refetched.
subscribeLanguage(() => void queryClient.invalidateQueries());

// Another store, or another user: no data of the previous one may be shown (state rule 6). A session that ends in
// another tab ends here too.
let known = { storeId: getSession().storeId, userId: getSession().user?.id, signedIn: isAuthenticated() };
subscribeSession(() => {
  const session = getSession();
  const next = { storeId: session.storeId, userId: session.user?.id, signedIn: isAuthenticated(session) };
  if (next.storeId !== known.storeId || next.userId !== known.userId) queryClient.clear();
  const ended = known.signedIn && !next.signedIn;
  known = next;
  if (ended) void router.invalidate();
});

export function App() {
  return (
    <Providers>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ConfirmHost />
      </QueryClientProvider>
    </Providers>
  );
}
