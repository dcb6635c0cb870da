import { Card, Skeleton } from '@mantine/core';

/** Skeleton of a section whose code is loading: a card with a title and a few lines, `height` px high. */
export function CardSkeleton({ height }: { height: number }) {
  return (
    <Card h={height} aria-busy>
      <Skeleton height={16} width={140} mb={22} />
      <Skeleton height={12} width="30%" mb={10} />
      <Skeleton height={36} radius="md" />
    </Card>
  );
}

/** The same for a part of a card. */
export function PartSkeleton({ height }: { height: number }) {
  return <Skeleton height={height} radius="md" aria-busy />;
}
