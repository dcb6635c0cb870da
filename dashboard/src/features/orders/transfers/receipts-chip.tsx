import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ListState } from '@/shared/table/use-list';
import { useTransfersText } from './i18n';
import { receiptsWaitingQuery } from './transfers.api';

/** OR-09: the orders whose receipts wait, in one press; not there while none does. */
export function ReceiptsChip({ list }: { list: ListState }) {
  const t = useTransfersText();
  const count = useQuery(receiptsWaitingQuery).data ?? 0;
  const open = list.search.receipt === 'waiting';
  if (count === 0 && !open) return null;
  return (
    <Button
      size="sm"
      variant={open ? 'light' : 'default'}
      leftSection={<IconReceipt size={16} />}
      aria-pressed={open}
      onClick={() => list.set({ receipt: open ? undefined : 'waiting' })}
    >
      {t('toCheckCount', { count })}
    </Button>
  );
}
