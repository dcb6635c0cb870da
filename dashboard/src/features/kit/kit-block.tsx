import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '@/shared/ui/page';

/** One part: its name as it is imported, and its states. */
export function KitBlock({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Section title={<span className="num">{name}</span>}>
      <Group gap={16} align="flex-start">
        {children}
      </Group>
    </Section>
  );
}

/** A state below its name. */
export function KitState({ name, width, children }: { name: string; width?: number | string; children: ReactNode }) {
  return (
    <div style={{ inlineSize: width, maxInlineSize: '100%' }}>
      <Text size="xs" c="dimmed" mb={6}>
        {name}
      </Text>
      {children}
    </div>
  );
}
