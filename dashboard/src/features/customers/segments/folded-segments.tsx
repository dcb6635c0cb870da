import { Menu } from '@mantine/core';
import type { ListTab } from '@/shared/table/list-tabs';
import { Count } from '@/shared/ui/count';

/** The segments that have no tab above the list of customers. */
export default function FoldedSegments({
  segments,
  onChoose,
}: {
  segments: readonly ListTab[];
  onChoose: (segment: string) => void;
}) {
  return segments.map(({ value, label, count, isCapped }) => (
    <Menu.Item
      key={value}
      onClick={() => onChoose(value)}
      rightSection={count !== undefined && <Count of={count} isMore={isCapped} />}
    >
      <bdi>{label}</bdi>
    </Menu.Item>
  ));
}
