import { Alert, Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { queryClient } from '@/shared/api/query-client';
import { rich } from '@/shared/i18n/catalogue';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { enter, homeRouteFor, isAuthenticated, signIn, useSession, type SignedIn } from '@/shared/session/session';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import { AuthFrame } from '../auth-frame';
import { refusalText } from '../refusal';
import { useInvitationText } from './i18n';
import { InvitedAccount } from './invited-account';
import { InvitedMember } from './invited-member';
import { accept, offerQuery, registerInvited, signInAndBack, type InvitedPerson, type Offer } from './invitation.api';
import { LinkButton } from '@/shared/ui/link-button';

/** A name in a text of either direction. */
const isolated = (name: string) => `\u2068${name}\u2069`;

/**
 * The invitation's store, inviter and role; the holder of the link joins with their account, or registers first
 * (decisions §2).
 */
export function InvitationPage() {
  const { token } = useParams({ from: '/invitation/$token' });
  return (
    <AuthFrame>
      <Invitation key={token} token={token} />
    </AuthFrame>
  );
}

export function Invitation({ token }: { token: string }) {
  const t = useInvitationText();
  const navigate = useNavigate();
  // Not refetched while it is being accepted, even if the new session triggers refetches.
  const [isJoining, setJoining] = useState(false);
  const offer = useQuery({ ...offerQuery(token), enabled: !isJoining });
  const { accessToken, user } = useSession();
  const [isNew, setNew] = useState(false);
  const [isNotFound, setNotFound] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [isMember, setMember] = useState(false);

  const welcome = async (signedIn: Pick<SignedIn, 'user_data'>) => {
    // Clears the previous store's cache, except for what this page still shows.
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'invitation' });
    if (offer.data) toast.success(t('joined', { store: isolated(offer.data.store_name) }));
    await navigate({ to: homeRouteFor(signedIn.user_data), replace: true });
  };
  /** The link may be used elsewhere while the page is open. */
  const handleError = (error: unknown) => {
    setJoining(false);
    if (isApiError(error) && error.status === 404) setNotFound(true);
    else {
      setMember(isApiError(error) && error.code === 'already_member');
      setRefused(refusalText(error));
    }
  };
  const join = async () => {
    setRefused(null);
    setJoining(true);
    try {
      const session = await accept(token);
      enter(session);
      await welcome(session);
    } catch (error) {
      handleError(error);
    }
  };
  const register = async (person: InvitedPerson, code: string) => {
    setJoining(true);
    try {
      const session = await registerInvited(token, person, code);
      signIn(session);
      await welcome(session);
    } catch (error) {
      setJoining(false);
      if (!isApiError(error) || error.status !== 404) throw error;
      setNotFound(true);
    }
  };

  if (isNotFound || (isApiError(offer.error) && offer.error.status === 404)) return <InvitationNotFound />;
  if (offer.error) return <Unread error={offer.error} onRetry={() => void offer.refetch()} />;
  if (!offer.data) {
    return (
      <Group gap={12} role="status">
        <Loader size={20} aria-hidden />
        <Text>{t('opening')}</Text>
      </Group>
    );
  }
  if (isNew) {
    return (
      <InvitedAccount
        store={isolated(offer.data.store_name)}
        token={token}
        onBack={() => setNew(false)}
        onDone={register}
      />
    );
  }
  return (
    <Stack gap={20}>
      <OfferText offer={offer.data} />
      {refused && (
        <Alert color="red" role="alert">
          {refused}
        </Alert>
      )}
      {isMember ? (
        <LinkButton to="/" size="md" fullWidth>
          {t('open')}
        </LinkButton>
      ) : accessToken && user ? (
        <InvitedMember user={user} onJoin={join} />
      ) : (
        <Stack gap={12}>
          <LinkButton {...signInAndBack(token)} size="md" fullWidth>
            {t('signIn')}
          </LinkButton>
          <Button variant="default" size="md" fullWidth onClick={() => setNew(true)}>
            {t('register')}
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

function OfferText({ offer }: { offer: Offer }) {
  const t = useInvitationText();
  const { language } = useLanguage();
  return (
    <div>
      <Title order={1}>{t('title', { store: isolated(offer.store_name) })}</Title>
      <Text mt={8} lh={1.7}>
        {rich(t('text'), {
          by: () => (
            <Text span fw={600}>
              <bdi>{offer.invited_by}</bdi>
            </Text>
          ),
          role: () => (
            <Text span fw={600}>
              {textOf(offer.role_name, language)}
            </Text>
          ),
        })}
      </Text>
      <Text size="sm" c="dimmed" mt={12} component="div">
        {t('for')} <bdi dir="ltr">{offer.contact}</bdi>
      </Text>
      <Text size="sm" c="dimmed" component="div">
        {t('until')} <Time value={offer.expires_at} style="full" />
      </Text>
    </div>
  );
}

function InvitationNotFound() {
  const t = useInvitationText();
  const signedIn = isAuthenticated(useSession());
  return (
    <Stack gap={20} align="flex-start">
      <div>
        <Title order={1}>{t('gone')}</Title>
        <Text c="dimmed" mt={8} role="alert">
          {t('goneText')}
        </Text>
      </div>
      <LinkButton to={signedIn ? '/' : '/login'} size="md" variant="default">
        {t(signedIn ? 'open' : 'toSignIn')}
      </LinkButton>
    </Stack>
  );
}

/** The link could not be read: no response, or too many requests. */
function Unread({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useInvitationText();
  const s = useShared();
  const message = isApiError(error) && error.outcome === 'invalid' ? error.message : refusalText(error);
  return (
    <Stack gap={20} align="flex-start">
      <Alert color="red" role="alert" w="100%">
        {message || s('error.failed')}
      </Alert>
      <Button size="md" onClick={onRetry}>
        {t('retry')}
      </Button>
    </Stack>
  );
}
