import { Text } from '@mantine/core';
import type { Page } from '../api/wire';
import { Time } from '../ui/time';

/** Polls a list while a row of it is still being processed. */
export const refetchWhile =
  <Row,>(isBusy: (row: Row) => boolean) =>
  (query: { state: { data?: Page<Row> } }) =>
    query.state.data?.data.some(isBusy) ? 2000 : (false as const);

/** A relative time in a cell. */
export const ago = (moment: string) => (
  <Text span size="sm" c="dimmed">
    <Time value={moment} relative />
  </Text>
);
