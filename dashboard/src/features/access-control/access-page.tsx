import { Button, Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DetailPage, PageHeader } from '@/shared/ui/page';
import { accessQuery } from './access.api';
import { AbilityTable } from './ability-table';
import { useAccessText } from './i18n';
import { MembersSection } from './members-section';

/** GU-11: who belongs to the store, what each role may do, and where it is written what everybody did. */
export function AccessPage() {
  const t = useAccessText();
  const query = useQuery(accessQuery);
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <Button
            component={Link}
            {...{ to: '/access-control/log' }}
            variant="default"
            leftSection={<IconHistory size={16} aria-hidden />}
          >
            {t('log')}
          </Button>
        }
      />
      <DetailPage query={query}>
        {(access) => (
          <Stack gap={20}>
            <MembersSection access={access} />
            <AbilityTable access={access} />
          </Stack>
        )}
      </DetailPage>
    </>
  );
}
