import { Box, Group, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

/** What happened to a parcel, behind a button: `children` are mounted once it is pressed. */
export function ParcelDisclosure({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Box>
      <UnstyledButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} fz={13} c="dimmed">
        <Group gap={4} wrap="nowrap">
          {label}
          <IconChevronDown size={14} aria-hidden style={isOpen ? { transform: 'rotate(180deg)' } : undefined} />
        </Group>
      </UnstyledButton>
      {isOpen && children}
    </Box>
  );
}
