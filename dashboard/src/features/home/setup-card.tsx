import { CloseButton, Group, Progress, SimpleGrid, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { Section } from '@/shared/ui/page';
import type { Checklist } from './home.api';
import { useHomeText } from './i18n';
import { LinkAnchor } from '@/shared/ui/link-anchor';

/** The setup checklist. Each item is done when the data says so. */
export function SetupCard({
  checklist,
  isWide = false,
  onHide,
}: {
  checklist: Checklist;
  /** Over the whole page, in two columns. */
  isWide?: boolean;
  onHide: () => void;
}) {
  const t = useHomeText();
  const label = t('setupDone', { done: checklist.done, total: checklist.total });
  return (
    <Section
      title={t('setup')}
      actions={
        <>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <CloseButton aria-label={t('setupHide')} title={t('setupHide')} onClick={onHide} />
        </>
      }
    >
      <Progress value={(checklist.done / checklist.total) * 100} size={6} mb={16} aria-label={label} />
      <SimpleGrid
        cols={isWide ? { base: 1, sm: 2 } : 1}
        spacing={24}
        verticalSpacing={10}
        component="ul"
        style={{ listStyle: 'none', margin: 0, padding: 0 }}
      >
        {checklist.items.map((item) => (
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
