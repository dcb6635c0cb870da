import { Select, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { CouponStateBadge } from '@/modules/coupons/coupon-state';
import { useCouponValue } from '@/modules/coupons/coupon-value';
import { coupons, type CouponView } from '@/modules/coupons/coupons.api';
import { useCouponModuleText } from '@/modules/coupons/i18n';
import { useMayOpen } from '@/modules/screens/screens';
import { formatMoney, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useCan, useStoreCurrency } from '@/shared/session/session';
import type { BulkAction } from '@/shared/table/bulk-bar';
import type { Column } from '@/shared/table/data-table';
import { ListFilter } from '@/shared/table/filters';
import { FoldedFilters } from '@/shared/table/folded-filters';
import { ListPage } from '@/shared/table/list-page';
import { useList, type ListState } from '@/shared/table/use-list';
import { Money } from '@/shared/ui/money';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { CouponRowMenu } from './coupon-row-menu';
import { CouponTime } from './coupon-time';
import { couponsList } from './coupons-list';
import { couponStates, usabilities } from './coupons.model';
import classes from './coupons.module.css';
import { useCouponText } from './i18n';
import { LinkButton } from '@/shared/ui/link-button';

const sorts = ['-created_at', '-usage_count', 'ends_at', 'name', 'code'] as const;
const filters = ['discount_type', 'discount_segment', 'discount_usability'] as const;

/** CP-01: the list of coupons. */
export function CouponsListPage() {
  const t = useCouponText();
  const states = useCouponModuleText();
  const list = useList(couponsList);
  const client = useQueryClient();
  const columns = useColumns();
  const mayCreate = useMayOpen('/coupons/add');
  const mayDelete = useCan('delete', 'Coupon');
  const add = mayCreate && (
    <LinkButton to="/coupons/add" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('add')}
    </LinkButton>
  );
  const bulk: BulkAction[] = [
    {
      key: 'delete',
      label: t('delete'),
      icon: <IconTrash size={15} aria-hidden />,
      danger: true,
      ask: (count) => ({ title: t('deleteAsk', { count }), text: t('deleteText') }),
      // Shoppers may hold these codes, and a bulk deletion has no undo: each is chosen.
      runAll: null,
      run: async (ids) => {
        const results = await coupons.removeMany(ids);
        await client.invalidateQueries({ queryKey: coupons.key });
        return results;
      },
    },
  ];
  return (
    <ListPage<CouponView>
      title={t('title')}
      actions={add}
      list={list}
      query={coupons.indexQuery(list.params)}
      columns={columns}
      rowName={(coupon) => coupon.code}
      rowLink={(coupon) => ({ to: '/coupons/edit/$id', params: { id: coupon.id } })}
      rowActions={(coupon) => <CouponRowMenu coupon={coupon} />}
      tabs={{
        filter: 'state',
        items: [
          { value: '', label: t('tab.all') },
          ...couponStates.map((state) => ({ value: state, label: states(`state.${state}`) })),
        ],
      }}
      searchPlaceholder={t('search')}
      filters={<Filters list={list} />}
      bulk={mayDelete ? bulk : undefined}
      empty={{ title: t('empty'), text: t('emptyText'), illustration: 'spark', action: add }}
    />
  );
}

function Filters({ list }: { list: ListState }) {
  const t = useCouponText();
  const phone = usePhoneScreen();
  return (
    <FoldedFilters list={list} names={filters}>
      <ListFilter
        list={list}
        name="discount_type"
        label={t('filter.type')}
        options={(['percentage', 'fixed'] as const).map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      <ListFilter
        list={list}
        name="discount_segment"
        label={t('filter.segment')}
        options={(['products_price', 'shipping_fees'] as const).map((value) => ({
          value,
          label: t(`segment.${value}`),
        }))}
      />
      <ListFilter
        list={list}
        name="discount_usability"
        label={t('filter.usability')}
        options={usabilities.map((value) => ({ value, label: t(`usability.${value}`) }))}
      />
      {phone && (
        // Cards have no column heads to sort by.
        <Select
          label={t('sort.label')}
          data={sorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
          value={list.search.sort ?? couponsList.sort ?? null}
          allowDeselect={false}
          onChange={(sort) => list.set({ sort: sort === couponsList.sort ? undefined : (sort ?? undefined) })}
        />
      )}
    </FoldedFilters>
  );
}

function useColumns(): Column<CouponView>[] {
  const t = useCouponText();
  const describeValue = useCouponValue();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  const phone = usePhoneScreen();
  return [
    {
      key: 'coupon',
      header: t('col.coupon'),
      sort: 'code',
      card: 'title',
      cell: (coupon) => (
        <span className={classes.coupon}>
          <bdi className={classes.code}>{coupon.code}</bdi>
          <bdi className={classes.name}>{coupon.name}</bdi>
        </span>
      ),
    },
    {
      key: 'value',
      header: t('col.value'),
      card: 'end',
      cell: (coupon) => (
        <span className={classes.coupon}>
          <span>{describeValue(coupon)}</span>
          {coupon.max_discount && !phone && (
            <span className={classes.name}>
              {t('upTo', { amount: formatMoney(coupon.max_discount, currency, language) })}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'state',
      header: t('col.state'),
      // By the end that it shows.
      sort: 'ends_at',
      card: 'meta',
      cell: (coupon) => (
        <span className={classes.state}>
          <CouponStateBadge state={coupon.state} />
          <CouponTime coupon={coupon} />
        </span>
      ),
    },
    {
      key: 'usage',
      header: t('col.usage'),
      sort: 'usage_count',
      card: 'meta',
      align: 'number',
      cell: (coupon) => (
        <span className={phone ? classes.state : classes.coupon}>
          <span>{t('used', { count: coupon.usage_count })}</span>
          {coupon.usage_limit && (
            <span className={classes.name}>{t('usage.limit', { limit: formatNumber(coupon.usage_limit) })}</span>
          )}
        </span>
      ),
    },
    {
      key: 'given',
      header: t('col.given'),
      card: 'hide',
      align: 'number',
      cell: (coupon) => (
        <Text span size="sm">
          <Money amount={coupon.discount_total} fw={400} />
        </Text>
      ),
    },
  ];
}
