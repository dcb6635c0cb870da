import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { DetailPage } from '@/shared/ui/page';
import { RoutedDrawer } from '@/shared/ui/routed-drawer';
import { CustomerForm } from './customer-form';
import { customers } from './customers.api';
import { useCustomerFormText } from './form/i18n';

/** A new customer, beside the list; what was made is opened. */
export function NewCustomerDrawer() {
  const t = useCustomerFormText();
  const navigate = useNavigate();
  return (
    <RoutedDrawer title={t('form.addTitle')} closeTo={{ to: '/customers/list', search: true }}>
      {(close) => (
        <CustomerForm
          customer={null}
          onDone={close}
          onCreated={(customer) => void navigate({ to: '/customers/view/$id', params: { id: customer.id } })}
        />
      )}
    </RoutedDrawer>
  );
}

/** A customer's fields, beside their page. */
export function EditCustomerDrawer() {
  const t = useCustomerFormText();
  const { id } = useParams({ from: '/customers/view/$id/edit' });
  const query = useQuery(customers.findQuery(id));
  return (
    <RoutedDrawer title={t('form.editTitle')} closeTo={{ to: '/customers/view/$id', params: { id } }}>
      {(close) => (
        <DetailPage query={query}>
          {(customer) => <CustomerForm key={customer.id} customer={customer} onDone={close} />}
        </DetailPage>
      )}
    </RoutedDrawer>
  );
}
