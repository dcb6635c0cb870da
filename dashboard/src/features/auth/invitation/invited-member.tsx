import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { rich } from '@/shared/i18n/catalogue';
import { signOut } from '@/shared/session/sign-out';
import { useSession, type UserData } from '@/shared/session/session';
import { useInvitationText } from './i18n';

/** Accepts as the signed-in user. Not for the demo's shared account nor for an impersonating operator. */
export function InvitedMember({ user, onJoin }: { user: UserData; onJoin: () => Promise<void> }) {
  const t = useInvitationText();
  const { store } = useSession();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const name = `\u2068${user.name}\u2069`;
  if (store?.is_demo || user.operator) {
    return (
      <Stack gap={12}>
        <Alert color="yellow">{t('shared')}</Alert>
        <Button size="md" fullWidth loading={busy} onClick={() => void run(signOut)}>
          {t('signOut')}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap={12}>
      <Button size="md" fullWidth loading={busy} onClick={() => void run(onJoin)}>
        {t('joinAs', { name })}
      </Button>
      <Text size="sm" ta="center">
        {rich(t('notYou', { name }), {
          link: (text) => (
            <Anchor component="button" type="button" inherit underline="always" onClick={() => void run(signOut)}>
              {text}
            </Anchor>
          ),
        })}
      </Text>
    </Stack>
  );
}
