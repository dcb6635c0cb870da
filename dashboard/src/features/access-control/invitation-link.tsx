import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconBrandWhatsapp, IconCopy } from '@tabler/icons-react';
import { readableMobile, whatsappLink } from '@/modules/person/mobile';
import { LtrField } from '@/shared/forms/ltr-field';
import { rich } from '@/shared/i18n/catalogue';
import { useShared } from '@/shared/i18n/use-shared';
import { useSession } from '@/shared/session/session';
import { copyText } from '@/shared/ui/copy';
import { Dialog } from '@/shared/ui/dialog';
import { Time } from '@/shared/ui/time';
import { useAccessText } from './i18n';
import type { InvitationLink } from './invitations.api';

/** The link of an invitation that was renewed. */
export function InvitationLinkDialog({ invitation, onClose }: { invitation: InvitationLink; onClose: () => void }) {
  const t = useAccessText();
  return (
    <Dialog tall title={t('invite.renewed')} size={520} onClose={onClose}>
      <InvitationLinkText invitation={invitation} onClose={onClose} />
    </Dialog>
  );
}

/** The link, shown once: the merchant passes it on, since no provider sends the message. */
export function InvitationLinkText({
  invitation: created,
  onClose,
}: {
  invitation: InvitationLink;
  onClose: () => void;
}) {
  const t = useAccessText();
  const s = useShared();
  const store = useSession().store?.name ?? '';
  const { invitation, link, is_outbox } = created;
  const contact = invitation.channel === 'sms' ? readableMobile(invitation.contact) : invitation.contact;
  const message = t('invite.message', { store, link });
  return (
    <Stack gap={16}>
      <Text size="sm">
        {rich(t('invite.madeText'), { contact: () => <bdi dir="ltr">{contact}</bdi> })} {t('invite.until')}{' '}
        <Time value={invitation.expires_at} style="full" />
      </Text>
      <LtrField
        label={t('invite.link')}
        value={link}
        readOnly
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap={8}>
        <Button
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copyText(link, { done: t('invite.copied') })}
        >
          {t('invite.copy')}
        </Button>
        {invitation.channel === 'sms' && (
          <Button
            variant="default"
            component="a"
            href={`${whatsappLink(invitation.contact)}?text=${encodeURIComponent(message)}`}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconBrandWhatsapp size={16} aria-hidden />}
          >
            {t('invite.whatsapp')}
          </Button>
        )}
      </Group>
      {is_outbox && (
        <Alert color="lapis" variant="light">
          {rich(t('invite.outbox'), {
            link: (text) => (
              <Anchor href="/dev/outbox" target="_blank" inherit underline="always">
                {text}
              </Anchor>
            ),
          })}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {s('close')}
        </Button>
      </Group>
    </Stack>
  );
}
