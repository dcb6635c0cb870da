import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StatusTone } from './tokens';

/** A status as a dot and a word: `<StatusBadge tone="green">{t('status.DLVR')}</StatusBadge>`. */
export function StatusBadge({ tone, children, dot = true }: { tone: StatusTone; children: ReactNode; dot?: boolean }) {
  return (
    <Badge
      variant="transparent"
      size="lg"
      fz={12.5}
      px={10}
      // A narrow table would otherwise shrink it to its dot.
      style={{ background: `var(--tone-${tone}-bg)`, color: `var(--tone-${tone}-fg)`, minInlineSize: 'max-content' }}
      leftSection={
        dot ? (
          <span
            style={{ display: 'block', inlineSize: 6, blockSize: 6, borderRadius: 3, background: 'currentColor' }}
          />
        ) : undefined
      }
    >
      {children}
    </Badge>
  );
}
