import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconMail, IconMessage, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readableMobile } from '@/modules/person/mobile';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { Section } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import { accessKey, type Role } from './access.api';
import classes from './access.module.css';
import { useAccessText } from './i18n';
import { InvitationLinkDialog } from './invitation-link';
import {
  invitationsQuery,
  renewInvitation,
  withdrawInvitation,
  type Invitation,
  type InvitationLink,
} from './invitations.api';

/** Pending invitations; renders nothing where there are none. */
export function InvitationsSection({ roles }: { roles: readonly Role[] }) {
  const t = useAccessText();
  const invitations = useQuery(invitationsQuery).data ?? [];
  const [renewed, setRenewed] = useState<InvitationLink | null>(null);
  return (
    <>
      {invitations.length > 0 && (
        <Section title={t('invitations')} text={t('invitationsText', { count: invitations.length })}>
          <ul className={classes.members}>
            {invitations.map((invitation) => (
              <InvitationLine key={invitation.id} invitation={invitation} roles={roles} onRenewed={setRenewed} />
            ))}
          </ul>
        </Section>
      )}
      {renewed && <InvitationLinkDialog invitation={renewed} onClose={() => setRenewed(null)} />}
    </>
  );
}

function InvitationLine({
  invitation,
  roles,
  onRenewed,
}: {
  invitation: Invitation;
  roles: readonly Role[];
  onRenewed: (invitation: InvitationLink) => void;
}) {
  const t = useAccessText();
  const { language } = useLanguage();
  const mayRenew = useCan('update', 'Staff');
  const mayWithdraw = useCan('delete', 'Staff');
  const renew = useApiMutation({ run: renewInvitation, invalidates: [accessKey] });
  const withdraw = useApiMutation({
    run: withdrawInvitation,
    invalidates: [accessKey],
    done: () => toast.success(t('invite.withdrawn')),
  });
  const isMobile = invitation.channel === 'sms';
  const contact = isMobile ? readableMobile(invitation.contact) : invitation.contact;
  const isolatedContact = `\u2066${contact}\u2069`;
  const role = roles.find((r) => r.code === invitation.role);
  const askWithdraw = async () => {
    const question = {
      title: t('invite.withdrawAsk', { contact: isolatedContact }),
      text: t('invite.withdrawText'),
      confirm: t('invite.withdraw'),
      danger: true,
    };
    if (await confirm(question)) withdraw.mutate(invitation.id);
  };
  const ChannelIcon = isMobile ? IconMessage : IconMail;
  return (
    <li className={classes.member}>
      <span className={classes.mark}>
        <ChannelIcon size={20} aria-hidden />
      </span>
      <div className={classes.memberText}>
        <Text fw={500} component="div" className={classes.contactText}>
          <bdi dir="ltr">{contact}</bdi>
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {t('invite.by', { name: `\u2068${invitation.invited_by}\u2069` })}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {t(invitation.is_expired ? 'invite.ended' : 'invite.ends')} <Time value={invitation.expires_at} />
        </Text>
      </div>
      <Group gap={8}>
        <StatusBadge tone="gray">{role ? textOf(role.name, language) : invitation.role}</StatusBadge>
        {invitation.is_expired && <StatusBadge tone="amber">{t('invite.expired')}</StatusBadge>}
      </Group>
      <Group gap={8} className={classes.acts}>
        {mayRenew && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={15} aria-hidden />}
            aria-label={t('invite.renewOf', { contact: isolatedContact })}
            loading={renew.isPending}
            onClick={() => renew.mutate(invitation.id, { onSuccess: onRenewed })}
          >
            {t('invite.renew')}
          </Button>
        )}
        {mayWithdraw && (
          <ActionIcon
            aria-label={t('invite.withdrawOf', { contact: isolatedContact })}
            color="red"
            variant="subtle"
            loading={withdraw.isPending}
            onClick={() => void askWithdraw()}
          >
            <IconTrash size={18} />
          </ActionIcon>
        )}
      </Group>
    </li>
  );
}
