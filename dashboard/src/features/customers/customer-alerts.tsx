import { Alert, Button, Text } from '@mantine/core';
import { IconBan, IconUserX } from '@tabler/icons-react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { confirm } from '@/shared/ui/confirm';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import { staleAfterChange, unblock, type CustomerView } from './customers.api';
import classes from './customers.module.css';
import { useCustomerText } from './i18n';
import { usePersonalText } from './personal/i18n';

/** That the record was erased, or that the customer is blocked, and the way out of that. */
export function CustomerAlerts({ customer, mayUpdate }: { customer: CustomerView; mayUpdate: boolean }) {
  const t = useCustomerText();
  const p = usePersonalText();
  const free = useApiMutation({
    run: () => unblock(customer.id),
    invalidates: staleAfterChange,
    done: () => toast.success(t('block.undone')),
  });
  const askToFree = async () => {
    if (
      await confirm({ title: t('block.undoAsk', { name: `\u2068${customer.name}\u2069` }), confirm: t('block.undo') })
    )
      free.mutate();
  };
  return (
    <>
      {customer.erased_at !== null && (
        <Alert color="gray" icon={<IconUserX size={18} aria-hidden />} mb={20}>
          <Text size="sm" component="div">
            {p('erased.text')}
          </Text>
          <Text size="xs" c="dimmed" component="div" mt={4}>
            <Time value={customer.erased_at} />
          </Text>
        </Alert>
      )}
      {customer.block && (
        <Alert color="red" icon={<IconBan size={18} />} mb={20} title={t('block.alert')}>
          <Text size="sm" component="div" className={classes.words}>
            <bdi>{customer.block.reason}</bdi>
          </Text>
          <Text size="xs" c="dimmed" component="div" mt={4}>
            <Time value={customer.block.at} />
          </Text>
          {mayUpdate && (
            <Button variant="default" size="xs" mt={10} loading={free.isPending} onClick={() => void askToFree()}>
              {t('block.undo')}
            </Button>
          )}
        </Alert>
      )}
    </>
  );
}
