import { Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { LtrField } from '@/shared/forms/ltr-field';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { Dialog } from '@/shared/ui/dialog';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { accessKey, type Role, type RoleCode } from './access.api';
import { useAccessText } from './i18n';
import { InvitationLinkText } from './invitation-link';
import { invite, type InvitationIn, type InvitationLink } from './invitations.api';

/** Asks for the contact and the role; then shows the link, once. */
export function InviteDialog({ roles, onClose }: { roles: readonly Role[]; onClose: () => void }) {
  const t = useAccessText();
  const [invitation, setInvitation] = useState<InvitationLink | null>(null);
  return (
    <Dialog tall title={t(invitation ? 'invite.made' : 'invite')} size={520} onClose={onClose}>
      {invitation ? (
        <InvitationLinkText invitation={invitation} onClose={onClose} />
      ) : (
        <InviteForm roles={roles} onMade={setInvitation} onClose={onClose} />
      )}
    </Dialog>
  );
}

function InviteForm({
  roles,
  onMade,
  onClose,
}: {
  roles: readonly Role[];
  onMade: (invitation: InvitationLink) => void;
  onClose: () => void;
}) {
  const t = useAccessText();
  const { language } = useLanguage();
  const save = useApiMutation({ run: invite, invalidates: [accessKey] });
  const form = useApiForm<InvitationIn>({
    initialValues: { contact: '', role: 'order_desk' },
    validate: { contact: required() },
  });
  return (
    <Form
      form={form}
      guard={false}
      label={t('invite')}
      onSave={async (values) => onMade(await save.mutateAsync(values))}
    >
      <Stack gap={16}>
        <LtrField
          label={t('invite.contact')}
          description={t('invite.contactHint')}
          required
          data-autofocus
          {...form.getInputProps('contact')}
        />
        <Select
          label={t('invite.role')}
          description={t(`role.${form.values.role as RoleCode}`)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={roles.map((role) => ({ value: role.code, label: textOf(role.name, language) }))}
          allowDeselect={false}
          {...form.getInputProps('role')}
        />
        <DialogFoot submit={t('invite.send')} isBusy={form.busy} onCancel={onClose} />
      </Stack>
    </Form>
  );
}
