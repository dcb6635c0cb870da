import { Select } from '@mantine/core';
import { FoldedFilters } from '@/shared/table/folded-filters';
import { ListPage } from '@/shared/table/list-page';
import { useList } from '@/shared/table/use-list';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { CustomerRowMenu } from './customer-row-menu';
import { useCustomerColumns } from './customers-columns';
import { customers, customersList, type CustomerRow } from './customers.api';
import { useCustomerText } from './i18n';

const sorts = ['-created_at', '-total_spent', '-orders_count', 'name'] as const;

/** CU-01: the people who ordered. */
export function CustomersListPage() {
  const t = useCustomerText();
  const list = useList(customersList);
  const phone = usePhoneScreen();
  const columns = useCustomerColumns();
  return (
    <ListPage<CustomerRow>
      title={t('title')}
      subtitle={t('subtitle')}
      list={list}
      query={customers.indexQuery(list.params)}
      columns={columns}
      rowName={(customer) => customer.name}
      rowLink={(customer) => ({ to: '/customers/view/$id', params: { id: customer.id } })}
      rowActions={(customer) => <CustomerRowMenu customer={customer} />}
      searchPlaceholder={t('search')}
      filters={
        // Cards have no column heads to sort by.
        phone && (
          <FoldedFilters list={list} names={[]}>
            <Select
              label={t('sort.label')}
              data={sorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
              value={list.search.sort ?? customersList.sort ?? null}
              allowDeselect={false}
              onChange={(sort) => list.set({ sort: sort === customersList.sort ? undefined : (sort ?? undefined) })}
            />
          </FoldedFilters>
        )
      }
      empty={{ title: t('empty'), text: t('emptyText'), illustration: 'people' }}
    />
  );
}
