import { Text } from '@mantine/core';

/** The note for the courier, as it was written. */
export const ParcelNote = ({ note }: { note: string }) =>
  note && (
    <Text size="sm" component="div" dir="auto" style={{ overflowWrap: 'anywhere' }}>
      {note}
    </Text>
  );
