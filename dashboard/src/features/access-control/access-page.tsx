import { Alert, Button, Stack } from '@mantine/core';
import { IconInfoCircle, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan, useSession } from '@/shared/session/session';
import { DetailPage, PageHeader } from '@/shared/ui/page';
import { accessQuery } from './access.api';
import { AbilityTable } from './ability-table';
import { useAccessText } from './i18n';
import { InvitationsSection } from './invitations-section';
import { InviteDialog } from './invite-dialog';
import { MembersSection } from './members-section';

/** GU-11: members of the store, open invitations, the abilities of each role. */
export function AccessPage() {
  const t = useAccessText();
  const query = useQuery(accessQuery);
  const seesInvitations = useCan('read', 'Staff');
  // The demo store has no team: the server refuses invitations, so they are not offered.
  const isDemo = useSession().store?.is_demo ?? false;
  const mayCreate = useCan('create', 'Staff');
  const mayInvite = mayCreate && !isDemo;
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          mayInvite && (
            <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
              {t('invite')}
            </Button>
          )
        }
      />
      <DetailPage query={query}>
        {(access) => (
          <Stack gap={20}>
            <MembersSection access={access} />
            {mayCreate && isDemo && (
              <Alert color="gray" icon={<IconInfoCircle size={18} aria-hidden />}>
                {t('invite.demo')}
              </Alert>
            )}
            {seesInvitations && <InvitationsSection roles={access.roles} />}
            <AbilityTable access={access} />
            {isInviting && <InviteDialog roles={access.roles} onClose={() => setInviting(false)} />}
          </Stack>
        )}
      </DetailPage>
    </>
  );
}
