import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ListState } from '@/shared/table/use-list';
import { useOrderText } from '../i18n';
import { receiptsWaitingQuery } from './receipts-waiting';

/** OR-09: a filter for orders with pending receipts; hidden while there are none. */
export function ReceiptsChip({ list }: { list: ListState }) {
  const t = useOrderText();
  const count = useQuery(receiptsWaitingQuery).data ?? 0;
  const open = list.search.receipt === 'waiting';
  if (count === 0 && !open) return null;
  return (
    <Button
      size="sm"
      variant={open ? 'filled' : 'light'}
      color="yellow"
      leftSection={<IconReceipt size={16} />}
      aria-pressed={open}
      onClick={() => list.set({ receipt: open ? undefined : 'waiting' })}
    >
      {t('receiptsToCheck', { count })}
    </Button>
  );
}
