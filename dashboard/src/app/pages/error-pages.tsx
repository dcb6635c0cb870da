import { Button, Center, Text } from '@mantine/core';
import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { api } from '@/shared/api/client';
import { PartError } from '@/shared/api/parts';
import { reportError } from '@/shared/lib/report';
import { isApiError } from '@/shared/api/error';
import { homeRouteFor, isAuthenticated, setServerDown, useSession } from '@/shared/session/session';
import { useShared } from '@/shared/i18n/use-shared';
import { EmptyState } from '@/shared/ui/empty-state';
import { PartErrorState } from '@/shared/ui/part-failed';
import type { IllustrationName } from '@/shared/ui/illustrations';
import { useAppText } from '../i18n';
import { PageShape } from './page-shape';
import { LinkButton } from '@/shared/ui/link-button';

function MessagePage({
  art,
  title,
  text,
  children,
}: {
  art: IllustrationName;
  title: string;
  text: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Center flex={1}>
      <EmptyState order={1} illustration={art} title={title} text={text}>
        {children}
      </EmptyState>
    </Center>
  );
}

/** Link to the home page for a signed-in user, else to the sign-in page. */
function HomeLinks() {
  const t = useAppText();
  const session = useSession();
  const signedIn = isAuthenticated(session);
  return (
    <LinkButton {...{ to: signedIn ? homeRouteFor(session.user) : '/login' }}>
      {signedIn ? t('page.home') : t('page.login')}
    </LinkButton>
  );
}

export function NotFoundPage() {
  const t = useAppText();
  return (
    <MessagePage art="map" title={t('page.404')} text={t('page.404Text')}>
      <HomeLinks />
    </MessagePage>
  );
}

export function NotAuthorizedPage() {
  const t = useAppText();
  return (
    <MessagePage art="lock" title={t('page.notAuthorized')} text={t('page.notAuthorizedText')}>
      <HomeLinks />
    </MessagePage>
  );
}

/** Any response but a 503 means that the server is reachable again. */
async function isAnswering(): Promise<boolean> {
  try {
    await api.get('/sanctum/csrf-cookie', { quiet: true, background: true, signedIn: false });
    return true;
  } catch (error) {
    return isApiError(error) && error.outcome !== 'unreachable' && error.outcome !== 'unavailable';
  }
}

/** Interval of polling whether the server is reachable again, ms. */
const askEvery = 5000;

/** GU-03, GU-09: returns to the previous page as soon as the server answers, by the button or by polling. */
export function ServerUnreachablePage() {
  const t = useAppText();
  const s = useShared();
  const navigate = useNavigate();
  const { redirect } = useSearch({ strict: false });
  // Read when the page opened: the response that ends the outage clears the flag.
  const [wasDown] = useState(useSession().serverDown);
  const [isRetrying, setRetrying] = useState(false);
  const [isStillUnreachable, setStillUnreachable] = useState(false);
  const goBack = async () => {
    setServerDown(false);
    await navigate({ to: typeof redirect === 'string' ? redirect : '/', replace: true });
  };
  const retry = async () => {
    setRetrying(true);
    setStillUnreachable(false);
    const isBack = await isAnswering();
    setRetrying(false);
    if (isBack) await goBack();
    else setStillUnreachable(true);
  };
  const answered = useEffectEvent(() => void goBack());
  useEffect(() => {
    if (!wasDown) return undefined;
    let left = false;
    const ask = async () => {
      if (!document.hidden && (await isAnswering()) && !left) answered();
    };
    const timer = setInterval(() => void ask(), askEvery);
    const online = () => void ask();
    window.addEventListener('online', online);
    return () => {
      left = true;
      clearInterval(timer);
      window.removeEventListener('online', online);
    };
  }, [wasDown]);
  return (
    <MessagePage
      art="cloud"
      title={t('page.unreachable')}
      text={isStillUnreachable ? t('page.stillDown') : t('page.unreachableText')}
    >
      <Button onClick={() => void retry()} loading={isRetrying}>
        {s('tryAgain')}
      </Button>
    </MessagePage>
  );
}

export function MaintenancePage() {
  const t = useAppText();
  const s = useShared();
  return (
    <MessagePage art="tools" title={t('page.maintenance')} text={t('page.maintenanceText')}>
      <Button variant="default" onClick={() => location.assign('/')}>
        {s('tryAgain')}
      </Button>
    </MessagePage>
  );
}

export function ErrorPage() {
  const t = useAppText();
  return (
    <MessagePage art="crack" title={t('page.error')} text={t('page.errorText')}>
      <HomeLinks />
    </MessagePage>
  );
}

export function ComingSoonPage() {
  const t = useAppText();
  return (
    <MessagePage art="spark" title={t('page.soon')} text={t('page.soonText')}>
      <HomeLinks />
    </MessagePage>
  );
}

export function ExecutionFailedPage() {
  const t = useAppText();
  const { process } = useSearch({ strict: false });
  return (
    <MessagePage
      art="crack"
      title={t('page.executionFailed')}
      text={
        <>
          {t('page.executionFailedText')}
          {process && (
            <Text mt={12} fw={600}>
              {t('page.processNumber')}: <span className="num">{process}</span>
            </Text>
          )}
        </>
      }
    >
      <HomeLinks />
    </MessagePage>
  );
}

export function FeatureLockedPage() {
  const t = useAppText();
  return (
    <MessagePage art="lock" title={t('page.locked')} text={t('page.lockedText')}>
      <HomeLinks />
    </MessagePage>
  );
}

/** The error page of a route that throws: the rest of the shell stays. */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  const t = useAppText();
  const s = useShared();
  const router = useRouter();
  const isPart = error instanceof PartError;
  useEffect(() => {
    if (!isPart) reportError(error, 'route');
  }, [error, isPart]);
  const retry = useCallback(() => {
    reset();
    void router.invalidate();
  }, [reset, router]);
  if (isPart) return <PartErrorState order={1} error={error} onRetry={retry} />;
  return (
    <MessagePage art="crack" title={t('page.error')} text={t('page.errorText')}>
      <Button onClick={retry}>{s('tryAgain')}</Button>
    </MessagePage>
  );
}

/** Skeleton of the page that is loading, in the shape its route names. */
export function RoutePending() {
  const meta = useMatch({ strict: false, select: (match) => match.staticData });
  return <PageShape of={meta.shape ?? (meta.layout === 'full' ? 'form' : 'list')} />;
}
