import { Group, Stack, Text, Title } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import type { IllustrationName } from './illustrations';
import { lazyExtra } from './lazy-part';

/** The drawing's room while it is on its way, and where it did not come. */
const Room = ({ size }: { size: number }) => <span aria-hidden="true" style={{ height: (size * 140) / 180 }} />;

// Lists that have rows start without the drawings.
const Illustration = lazyExtra(() => import('./illustrations').then((m) => ({ default: m.Illustration })), Room);

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
      <Suspense fallback={<Room size={size} />}>
        <Illustration name={illustration} size={size} />
      </Suspense>
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
