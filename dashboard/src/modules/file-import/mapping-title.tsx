import { Badge, Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useFileImportText } from './i18n';

/** Title of the mapping, with a mark where it was saved from an earlier file with this header. */
export function MappingTitle({ title, isRemembered }: { title: string; isRemembered: boolean }) {
  const t = useFileImportText();
  return (
    <Group gap={10} component="span">
      {title}
      {isRemembered && (
        <Badge variant="light" size="lg" fz={12} leftSection={<IconHistory size={13} aria-hidden />}>
          {t('map.remembered')}
        </Badge>
      )}
    </Group>
  );
}
