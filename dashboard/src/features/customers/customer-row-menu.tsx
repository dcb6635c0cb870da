import { LazyMenu } from '@/shared/ui/lazy-menu';
import { RowButton, RowDots } from '@/shared/ui/row-button';
import type { CustomerRow } from './customers.api';
import { useCustomerText } from './i18n';

const load = () => import('./customer-row-items');

/** Reaching a customer without opening their page. */
export function CustomerRowMenu({ customer }: { customer: CustomerRow }) {
  const t = useCustomerText();
  return (
    <LazyMenu
      width={220}
      load={load}
      items={{ customer }}
      trigger={
        <RowButton aria-label={t('rowMenu', { name: customer.name })}>
          <RowDots />
        </RowButton>
      }
    />
  );
}
