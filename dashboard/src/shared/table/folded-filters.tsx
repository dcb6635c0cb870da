import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useShared } from '../i18n/use-shared';
import { CountMark } from '../ui/count-mark';
import { LazyDrawer } from '../ui/lazy-overlay';
import { usePhoneScreen } from '../ui/use-phone-screen';
import type { ListState } from './use-list';

/**
 * The filters of a list, and its sort where cards have no headings: in the row of the search box; on a phone behind one
 * button that shows the number of active ones.
 */
export function FoldedFilters({
  list,
  names,
  children,
}: {
  list: ListState;
  /** Search params of the filters inside. */
  names: readonly string[];
  /** `<ListFilter …/>` elements and the sort; stacked on a phone. */
  children: ReactNode;
}) {
  const s = useShared();
  const phone = usePhoneScreen();
  const [open, setOpen] = useState(false);
  const count = names.filter((name) => list.search[name] !== undefined).length;
  if (!phone) return children;
  const close = () => setOpen(false);
  return (
    <>
      <CountMark count={count}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={count > 0 ? s('list.filtersOn', { count }) : s('list.filters')}
          onClick={() => setOpen(true)}
        >
          <IconAdjustmentsHorizontal size={18} />
        </ActionIcon>
      </CountMark>
      <LazyDrawer
        opened={open}
        onClose={close}
        position="bottom"
        size="auto"
        title={
          <Text fw={600} fz={17}>
            {s('list.filters')}
          </Text>
        }
        closeButtonProps={{ 'aria-label': s('close') }}
      >
        <Stack gap={12}>
          {children}
          <Group grow gap={8} mt={4}>
            {count > 0 && (
              <Button
                variant="default"
                onClick={() => list.set(Object.fromEntries(names.map((name) => [name, undefined])))}
              >
                {s('list.clearFilters')}
              </Button>
            )}
            <Button onClick={close}>{s('list.show')}</Button>
          </Group>
        </Stack>
      </LazyDrawer>
    </>
  );
}
