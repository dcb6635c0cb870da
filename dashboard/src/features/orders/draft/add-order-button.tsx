import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useCan } from '@/shared/session/session';
import { useOrderText } from '../i18n';

/** The way to a new order, in the header of the list. */
export function AddOrderButton() {
  const t = useOrderText();
  const mayCreate = useCan('create', 'Order');
  if (!mayCreate) return null;
  return (
    <Button component={Link} to={'/orders/add/' as never} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('addOrder')}
    </Button>
  );
}
