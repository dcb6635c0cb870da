import { Chip, Group, Input, MultiSelect, SegmentedControl, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useShared } from '@/shared/i18n/use-shared';
import { FilterFoot } from '@/shared/table/filter-foot';
import { inOrder, isRange, type Range } from '@/shared/table/range-filter';
import type { ListState } from '@/shared/table/use-list';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { channels, labelsQuery } from './customers.api';
import { customersList } from './customers.search';
import { useCustomerText } from './i18n';
import { RangeFields } from './range-fields';

export const sorts = ['-created_at', '-total_spent', '-orders_count', 'name'] as const;

/** What can be asked of the list. The URL changes once, when it is applied. */
export function CustomersFilterForm({ list, onDone }: { list: ListState; onDone: () => void }) {
  const t = useCustomerText();
  const s = useShared();
  const phone = usePhoneScreen();
  const labels = useQuery(labelsQuery).data;
  const text = (name: string) => String(list.search[name] ?? '');
  const many = (name: string) => text(name).split(',').filter(Boolean);

  const [sort, setSort] = useState<string | null>(list.search.sort ?? customersList.sort ?? null);
  const [cities, setCities] = useState(many('city'));
  const [tags, setTags] = useState(many('tag'));
  const [groups, setGroups] = useState(many('group'));
  const [agreed, setAgreed] = useState(many('consent'));
  const [blocked, setBlocked] = useState(text('blocked'));
  const [spent, setSpent] = useState<Range>([text('spent.gte'), text('spent.lte')]);
  const [orders, setOrders] = useState<Range>([text('orders.gte'), text('orders.lte')]);
  const [days, setDays] = useState<Range>([text('last_order.gte'), text('last_order.lte')]);
  const badSpent = !isRange(spent);
  const badOrders = !isRange(orders);

  const apply = () => {
    if (badSpent || badOrders) return;
    const [from, until] = inOrder(days);
    list.set({
      ...(phone ? { sort: sort === customersList.sort ? undefined : (sort ?? undefined) } : {}),
      city: cities.join(',') || undefined,
      tag: tags.join(',') || undefined,
      group: groups.join(',') || undefined,
      consent: agreed.join(',') || undefined,
      blocked: blocked || undefined,
      'spent.gte': spent[0] || undefined,
      'spent.lte': spent[1] || undefined,
      'orders.gte': orders[0] || undefined,
      'orders.lte': orders[1] || undefined,
      'last_order.gte': from || undefined,
      'last_order.lte': until || undefined,
    });
    onDone();
  };
  const known = (all: readonly string[] | undefined, chosen: readonly string[]) => [
    ...new Set([...(all ?? []), ...chosen]),
  ];

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Stack gap={20}>
        {phone && (
          // Cards have no column heads to sort by.
          <Select
            label={t('sort.label')}
            data-autofocus
            data={sorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
            value={sort}
            allowDeselect={false}
            onChange={setSort}
          />
        )}
        <RangeFields
          spent={spent}
          orders={orders}
          days={days}
          onSpent={setSpent}
          onOrders={setOrders}
          onDays={setDays}
        />
        <MultiSelect
          label={t('filter.city')}
          data={known(labels?.cities, cities)}
          searchable
          clearable
          nothingFoundMessage={s('list.noResults')}
          value={cities}
          onChange={setCities}
        />
        <MultiSelect
          label={t('tags')}
          data={known(labels?.tags, tags)}
          searchable
          clearable
          nothingFoundMessage={s('list.noResults')}
          value={tags}
          onChange={setTags}
        />
        {(labels?.groups.length ?? 0) > 0 && (
          <MultiSelect
            label={t('groups')}
            data={(labels?.groups ?? []).map((group) => ({ value: group.id, label: group.name }))}
            clearable
            value={groups}
            onChange={setGroups}
          />
        )}
        <Input.Wrapper label={t('filter.consent')} labelElement="div">
          <Chip.Group multiple value={agreed} onChange={setAgreed}>
            <Group gap={6}>
              {channels.map((channel) => (
                <Chip key={channel} value={channel} size="sm" radius="md" variant="light">
                  {t(`channel.${channel}`)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
        <Input.Wrapper label={t('filter.blocked')} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t('filter.blocked')}
            value={blocked}
            onChange={setBlocked}
            data={[
              { value: '', label: t('filter.any') },
              { value: 'yes', label: t('filter.blocked.yes') },
              { value: 'no', label: t('filter.blocked.no') },
            ]}
          />
        </Input.Wrapper>
        <FilterFoot
          apply={t('filter.apply')}
          disabled={badSpent || badOrders}
          onClear={() => {
            list.clear();
            onDone();
          }}
        />
      </Stack>
    </form>
  );
}
