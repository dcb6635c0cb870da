import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useShippingName } from '@/modules/shipping/i18n';
import { isShippingProvider } from '@/modules/shipping/providers';
import { useStatusText } from '@/modules/status-badge/i18n';
import { isOrderStatus } from '@/modules/status-badge/order-status';
import { formatDate, formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan, useStoreCurrency } from '@/shared/session/session';
import { FiltersDrawer, type FilterTag } from '@/shared/table/filters-drawer';
import type { ListSearch } from '@/shared/table/list-search';
import type { ListState } from '@/shared/table/use-list';
import { lazyPart } from '@/shared/ui/lazy-part';
import { useOrderText } from './i18n';
import { choicesQuery } from './list/filter-choices';
import { readGroups } from './list/rules';
import { paymentChoicesQuery } from './orders.api';

// The calendar and the number fields load when the filters open.
const FilterPanel = lazyPart(() => import('./list/filter-panel'));
const WhereChips = lazyPart(() => import('./list/where-chips'));

/** The filters beside the search box: one button, and the active ones as removable tags. */
export function OrdersFilters({ list }: { list: ListState }) {
  const t = useOrderText();
  const tags = useTags(list.search);
  const groups = readGroups(list.search.where);
  const count = tags.length + (groups?.length ?? 0);
  return (
    <FiltersDrawer
      list={list}
      tags={tags}
      count={count}
      button={t('filter.button')}
      buttonOn={t('filter.active', { count })}
      title={t('filter.title')}
      size={440}
      after={
        groups && (
          <Suspense fallback={null}>
            <WhereChips list={list} groups={groups} />
          </Suspense>
        )
      }
    >
      {(close) => <FilterPanel list={list} onDone={close} />}
    </FiltersDrawer>
  );
}

/** A status that is open as a tab has no filter tag: the tab shows it. */
function useTags(search: ListSearch): FilterTag[] {
  const t = useOrderText();
  const s = useShared();
  const word = useStatusText();
  const shipping = useShippingName();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  const mayReadPayment = useCan('read', 'Payment');
  const methods = useQuery({ ...paymentChoicesQuery, enabled: mayReadPayment && search.payment !== undefined });
  const choices = useQuery({ ...choicesQuery, enabled: search.coupon !== undefined });
  const tags: FilterTag[] = [];

  const statuses = String(search.status ?? '')
    .split(',')
    .filter(isOrderStatus);
  if (statuses.length > 1) {
    tags.push({
      key: 'status',
      fields: ['status'],
      label: statuses.map((code) => word(`order.${code}`)).join(language === 'ar' ? '، ' : ', '),
    });
  }
  if (search.payment_status === 'paid' || search.payment_status === 'not_paid') {
    tags.push({ key: 'paid', fields: ['payment_status'], label: word(`payment.${search.payment_status}`) });
  }
  if (search.payment) {
    const method = methods.data?.find((candidate) => candidate.provider === search.payment);
    const name = method ? textOf(method.name, language) : String(search.payment);
    tags.push({ key: 'payment', fields: ['payment'], label: `${t('filter.payment')}: ${name}` });
  }
  if (isShippingProvider(search.shipping)) {
    tags.push({ key: 'shipping', fields: ['shipping'], label: shipping(search.shipping) });
  }
  if (search.coupon) {
    const name = (value: string) =>
      value === 'any' || value === 'none'
        ? t(`filter.coupon.${value}`)
        : (choices.data?.coupons.find(({ id }) => id === value)?.code ?? t('filter.coupon.unused'));
    const names = String(search.coupon).split(',').map(name);
    tags.push({
      key: 'coupon',
      fields: ['coupon'],
      label: `${t('filter.coupon')}: ${names.join(language === 'ar' ? '، ' : ', ')}`,
    });
  }
  if (search.customer) tags.push({ key: 'customer', fields: ['customer'], label: t('filter.customer') });

  const between = (from: string, until: string) =>
    [from && `${s('range.from')} ${from}`, until && `${s('range.until')} ${until}`].filter(Boolean).join(' ');
  const amount = (name: string) => (search[name] ? formatMoney(String(search[name]), currency, language) : '');
  const total = between(amount('total.gte'), amount('total.lte'));
  if (total) tags.push({ key: 'total', fields: ['total.gte', 'total.lte'], label: `${t('filter.total')}: ${total}` });

  // Noon in UTC is the same date in every supported time zone, except the far Pacific.
  const day = (name: string) => (search[name] ? formatDate(`${search[name]}T12:00:00Z`, 'date', language) : '');
  const [first, last] = [day('created_at.gte'), day('created_at.lte')];
  const dates = first && first === last ? first : between(first, last);
  if (dates) tags.push({ key: 'date', fields: ['created_at.gte', 'created_at.lte'], label: dates });
  return tags;
}
