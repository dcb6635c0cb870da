import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Illustration } from './illustration';
import type { IllustrationName } from './illustrations';

/**
 * An empty state with its next step, in the card that would hold the rows. Empty ("no products yet"), no results ("nothing matches") and error are three
 * different states, each with its next step in `children` (buttons, the main one last).
 */
export function EmptyState({
  title,
  text,
  illustration = 'box',
  children,
  order = 2,
}: {
  title: string;
  text?: ReactNode;
  illustration?: IllustrationName;
  children?: ReactNode;
  order?: 1 | 2 | 3;
}) {
  // Large only where it is the whole page.
  const size = order === 1 ? 180 : 96;
  return (
    <Stack align="center" gap={8} py={48} px={16} ta="center">
      <Illustration name={illustration} size={size} />
      <Title order={order} size={order === 1 ? 'h2' : 'h3'} mt={4}>
        {title}
      </Title>
      {text && (
        <Text c="dimmed" maw={460} size="sm" component="div" style={{ textWrap: 'balance' }}>
          {text}
        </Text>
      )}
      {children && (
        <Group mt={12} gap={8} justify="center">
          {children}
        </Group>
      )}
    </Stack>
  );
}
