import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LinkBadge } from '@/shared/ui/link-badge';
import classes from '../customers.module.css';
import { useSegmentText } from './i18n';
import { segmentsOfQuery } from './segments.api';

/** The segments that a customer is in now, each leading to the others in it. */
export function CustomerSegments({ id }: { id: string }) {
  const t = useSegmentText();
  const all = useQuery(segmentsOfQuery(id)).data ?? [];
  if (all.length === 0) return null;
  return (
    <div style={{ marginBlockStart: 14 }}>
      <Text size="xs" c="dimmed" mb={6}>
        {t('inSegments')}
      </Text>
      <div className={classes.marks}>
        {all.map((segment) => (
          <LinkBadge
            key={segment.id}
            variant="outline"
            tt="none"
            fw={500}
            style={{ cursor: 'pointer' }}
            to="/customers/list"
            search={{ segment: segment.id }}
          >
            <bdi>{segment.name}</bdi>
          </LinkBadge>
        ))}
      </div>
    </div>
  );
}
