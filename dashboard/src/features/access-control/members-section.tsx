import { ActionIcon, Group, Select, Text } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import { EmailLine, MobileLine } from '@/modules/person/contact';
import { Avatar } from '@/modules/person/person';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { Section } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import { accessKey, changeRole, removeMember, type Access, type Member, type RoleCode } from './access.api';
import classes from './access.module.css';
import { useAccessText } from './i18n';

export function MembersSection({ access }: { access: Access }) {
  const t = useAccessText();
  return (
    <Section title={t('members')} text={t('membersText', { count: access.members.length })}>
      <ul className={classes.members}>
        {access.members.map((member) => (
          <MemberLine key={member.id} member={member} access={access} />
        ))}
      </ul>
    </Section>
  );
}

function MemberLine({ member, access }: { member: Member; access: Access }) {
  const t = useAccessText();
  const { language } = useLanguage();
  const owners = access.members.filter((m) => m.role === 'owner').length;
  // The server refuses to remove the last owner, so it is not offered.
  const isLastOwner = member.role === 'owner' && owners < 2;
  const mayUpdate = useCan('update', 'Staff') && !isLastOwner && !member.is_client;
  const mayRemove = useCan('delete', 'Staff') && !isLastOwner;
  const update = useApiMutation({ run: changeRole, invalidates: [accessKey] });
  const remove = useApiMutation({
    run: removeMember,
    invalidates: [accessKey],
    done: () => toast.success(t('removed')),
  });
  const roleName = (code: string) => {
    const role = access.roles.find((r) => r.code === code);
    return role ? textOf(role.name, language) : code;
  };
  const name = `\u2068${member.name}\u2069`;

  const change = async (code: string | null) => {
    if (!code || code === member.role) return;
    const question = {
      title: t('changeAsk', { name, role: roleName(code) }),
      text: member.is_self ? t('changeSelfText') : t('changeText'),
      confirm: t('change'),
      danger: member.is_self,
    };
    if (!(await confirm(question))) return;
    update.mutate({ id: member.id, role: code as RoleCode }, { onSuccess: () => toast.success(t('changed')) });
  };
  const askRemove = async () => {
    const question = { title: t('removeAsk', { name }), text: t('removeText'), confirm: t('remove'), danger: true };
    if (await confirm(question)) remove.mutate(member.id);
  };

  return (
    <li className={classes.member}>
      <Avatar name={member.name} size={40} />
      <div className={classes.memberText}>
        <Group gap={8}>
          <Text fw={500} component="span">
            <bdi>{member.name}</bdi>
          </Text>
          {member.is_self && <StatusBadge tone="blue">{t('you')}</StatusBadge>}
          {member.is_client && <StatusBadge tone="gray">{t('client')}</StatusBadge>}
        </Group>
        <Text size="xs" c="dimmed" component="div">
          {t('joined')} <Time value={member.joined_at} style="date" />
        </Text>
        <div className={classes.contact}>
          {member.mobile && <MobileLine mobile={member.mobile} />}
          {member.email && <EmailLine email={member.email} />}
        </div>
      </div>
      {mayUpdate ? (
        <Select
          aria-label={t('roleOf', { name })}
          data={access.roles.map((role) => ({ value: role.code, label: textOf(role.name, language) }))}
          value={member.role}
          allowDeselect={false}
          disabled={update.isPending}
          w={180}
          onChange={(code) => void change(code)}
        />
      ) : (
        <StatusBadge tone={member.role === 'owner' ? 'violet' : 'gray'}>{roleName(member.role)}</StatusBadge>
      )}
      {mayRemove && (
        <ActionIcon
          aria-label={t('removeOf', { name })}
          color="red"
          variant="subtle"
          loading={remove.isPending}
          onClick={() => void askRemove()}
        >
          <IconUserMinus size={18} />
        </ActionIcon>
      )}
    </li>
  );
}
