import { IconPlus } from '@tabler/icons-react';
import { useMayOpen } from '@/modules/screens/screens';
import { useOrderText } from '../i18n';
import { LinkButton } from '@/shared/ui/link-button';

/** Link to a new order, in the header of the list. */
export function AddOrderButton() {
  const t = useOrderText();
  const mayCreate = useMayOpen('/orders/add');
  if (!mayCreate) return null;
  return (
    <LinkButton to="/orders/add" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('addOrder')}
    </LinkButton>
  );
}
