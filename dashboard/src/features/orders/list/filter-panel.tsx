import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { ListState } from '@/shared/table/use-list';
import { useOrderText } from '../i18n';
import { useOrderListText } from './i18n';
import { OrdersFilterForm } from '../orders-filter-form';
import { FilterBuilder } from './filter-builder';

/** The quick filter, or conditions in groups; it opens with the active one. */
export default function FilterPanel({ list, onDone }: { list: ListState; onDone: () => void }) {
  const t = useOrderText();
  const l = useOrderListText();
  const [advanced, setAdvanced] = useState(list.search.where !== undefined);
  return (
    <>
      <SegmentedControl
        fullWidth
        mb={16}
        data-autofocus
        aria-label={t('filter.title')}
        value={advanced ? 'advanced' : 'simple'}
        onChange={(value) => setAdvanced(value === 'advanced')}
        data={[
          { value: 'simple', label: l('filter.simple') },
          { value: 'advanced', label: l('filter.advanced') },
        ]}
      />
      {advanced ? <FilterBuilder list={list} onDone={onDone} /> : <OrdersFilterForm list={list} onDone={onDone} />}
    </>
  );
}
