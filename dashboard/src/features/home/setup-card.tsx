import { Group, Progress, SimpleGrid, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Section } from '@/shared/ui/page';
import { checklistQuery } from './home.api';
import { useHomeText } from './i18n';
import { LinkAnchor } from '@/shared/ui/link-anchor';

/** The setup checklist. Each item is done when the data says so; the card disappears when all are. */
export function SetupCard({
  isWide = false,
}: {
  /** Over the whole page, in two columns. */
  isWide?: boolean;
}) {
  const t = useHomeText();
  const { data } = useQuery(checklistQuery);
  if (!data || data.done === data.total) return null;
  const label = t('setupDone', { done: data.done, total: data.total });
  return (
    <Section
      title={t('setup')}
      actions={
        <Text size="sm" c="dimmed">
          {label}
        </Text>
      }
    >
      <Progress value={(data.done / data.total) * 100} size={6} mb={16} aria-label={label} />
      <SimpleGrid
        cols={isWide ? { base: 1, sm: 2 } : 1}
        spacing={24}
        verticalSpacing={10}
        component="ul"
        style={{ listStyle: 'none', margin: 0, padding: 0 }}
      >
        {data.items.map((item) => (
          <Group key={item.code} gap={10} wrap="nowrap" component="li">
            {item.is_done ? (
              <IconCircleCheckFilled size={20} color="var(--mantine-color-green-6)" aria-hidden />
            ) : (
              <IconCircleDashed size={20} color="var(--mantine-color-dimmed)" aria-hidden />
            )}
            {item.is_done ? (
              <Text size="sm" c="dimmed">
                {t(`setup.${item.code}`)}
              </Text>
            ) : (
              <LinkAnchor to={item.path} size="sm" fw={500}>
                {t(`setup.${item.code}`)}
              </LinkAnchor>
            )}
          </Group>
        ))}
      </SimpleGrid>
    </Section>
  );
}
