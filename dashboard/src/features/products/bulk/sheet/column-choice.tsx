import { Button, Checkbox, Popover, ScrollArea, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { allColumns, type Column } from './columns';
import { useSheetText } from './i18n';

/** Which columns the sheet shows. */
export function ColumnChoice({
  keys,
  name,
  onChoose,
  withCategories,
}: {
  keys: readonly string[];
  name: (column: Column) => string;
  onChoose: (keys: string[]) => void;
  withCategories: boolean;
}) {
  const t = useSheetText();
  return (
    <Popover position="bottom-start" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ScrollArea.Autosize mah={340}>
          <Checkbox.Group
            aria-label={t('columns')}
            value={[...keys]}
            onChange={(value) => value.length > 0 && onChoose(value)}
          >
            <Stack gap={10}>
              {allColumns
                .filter(({ kind }) => kind !== 'categories' || withCategories)
                .map((column) => (
                  <Checkbox key={column.key} value={column.key} label={name(column)} />
                ))}
            </Stack>
          </Checkbox.Group>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
