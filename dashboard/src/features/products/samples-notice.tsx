import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { staleAfterBatch } from '@/modules/batches/batches.api';
import { toastBatch } from '@/modules/batches/undo-toast';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useProductText } from './i18n';
import { deleteSamples, stateCountsQuery } from './products.api';

/**
 * Notice of sample products with a button that deletes all of them. The server says whether any are left: the current
 * page may show none.
 */
export function SamplesNotice() {
  const t = useProductText();
  const client = useQueryClient();
  const samples = useQuery(stateCountsQuery).data?.samples ?? 0;
  const remove = useApiMutation({
    run: deleteSamples,
    invalidates: staleAfterBatch,
  });
  if (samples === 0) return null;
  return (
    <Alert variant="light" color="gray" p={12} mb={16}>
      <Group justify="space-between" gap={12}>
        <Text size="sm">{t('samplesText')}</Text>
        <Button
          variant="default"
          size="sm"
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined, { onSuccess: ({ batch }) => batch && toastBatch(client, batch) })}
        >
          {t('samplesRemove')}
        </Button>
      </Group>
    </Alert>
  );
}
