import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Section } from './page';

/** A short editable list of the store, with the dialog that edits one row; see `EditableRow`. */
export function EditableList<Row extends { id: string }>({
  rows,
  title,
  text,
  add,
  empty,
  mayCreate,
  row,
  dialog,
}: {
  rows: readonly Row[];
  /** None where the page has the same. */
  title?: string;
  text: string;
  /** Label of the add button. */
  add: string;
  empty: string;
  mayCreate: boolean;
  row: (row: Row, onEdit: () => void) => ReactNode;
  /** The dialog of a row, or of a new one. */
  dialog: (row: Row | null, onClose: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState<Row | 'new' | null>(null);
  const button = mayCreate && (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
      {add}
    </Button>
  );
  return (
    <Section title={title} text={title && text} actions={title && button}>
      {!title && (
        <Group justify="space-between" gap={12} mb={14}>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
          {button}
        </Group>
      )}
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      {rows.map((one) => row(one, () => setOpen(one)))}
      {open && dialog(open === 'new' ? null : open, () => setOpen(null))}
    </Section>
  );
}
