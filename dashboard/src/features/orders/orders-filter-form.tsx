import { Chip, Group, Input, SegmentedControl, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useShippingName } from '@/modules/shipping/i18n';
import { shippingProviders } from '@/modules/shipping/providers';
import { useStatusText } from '@/modules/status-badge/i18n';
import { isOrderStatus, orderStatuses } from '@/modules/status-badge/order-status';
import { MoneyField } from '@/shared/forms/money-field';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { FilterFoot } from '@/shared/table/filter-foot';
import { inOrder, isRange, RangeFilter, type Range } from '@/shared/table/range-filter';
import type { ListState } from '@/shared/table/use-list';
import { useOrderText } from './i18n';
import { useOrderListText } from './list/i18n';
import { DayRange } from './list/day-range';
import { choicesQuery } from './list/filter-choices';
import { paymentChoicesQuery } from './orders.api';

/** The filter form of the list. The URL changes once, when it is applied. */
export function OrdersFilterForm({ list, onDone }: { list: ListState; onDone: () => void }) {
  const t = useOrderText();
  const l = useOrderListText();
  const s = useShared();
  const word = useStatusText();
  const shippingName = useShippingName();
  const { language } = useLanguage();
  const mayReadPayment = useCan('read', 'Payment');
  const methods = useQuery({ ...paymentChoicesQuery, enabled: mayReadPayment });
  const text = (name: string) => String(list.search[name] ?? '');

  const [statuses, setStatuses] = useState<string[]>(text('status').split(',').filter(isOrderStatus));
  const [paid, setPaid] = useState(text('payment_status'));
  const [payment, setPayment] = useState(text('payment'));
  const [shipping, setShipping] = useState(text('shipping'));
  const [coupon, setCoupon] = useState(text('coupon'));
  const coupons = useQuery(choicesQuery).data?.coupons ?? [];
  const [total, setTotal] = useState<Range>([text('total.gte'), text('total.lte')]);
  const [days, setDays] = useState<Range>([text('created_at.gte'), text('created_at.lte')]);
  const badRange = !isRange(total);

  const apply = () => {
    if (badRange) return;
    const [from, until] = inOrder(days);
    list.set({
      status: orderStatuses.filter((code) => statuses.includes(code)).join(',') || undefined,
      payment_status: paid || undefined,
      payment: payment || undefined,
      shipping: shipping || undefined,
      coupon: coupon || undefined,
      'total.gte': total[0] || undefined,
      'total.lte': total[1] || undefined,
      'created_at.gte': from || undefined,
      'created_at.lte': until || undefined,
    });
    onDone();
  };

  const choices = (methods.data ?? []).map((method) => ({
    value: method.provider,
    label: textOf(method.name, language),
  }));

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Stack gap={20}>
        <DayRange days={days} onChange={setDays} />

        <Input.Wrapper label={l('filter.payment_status')} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={l('filter.payment_status')}
            value={paid}
            onChange={setPaid}
            data={[
              { value: '', label: l('filter.any') },
              { value: 'paid', label: word('payment.paid') },
              { value: 'not_paid', label: word('payment.not_paid') },
            ]}
          />
        </Input.Wrapper>

        <Input.Wrapper label={l('filter.status')} labelElement="div">
          <Chip.Group multiple value={statuses} onChange={setStatuses}>
            <Group gap={6}>
              {orderStatuses.map((code) => (
                <Chip key={code} value={code} size="sm" radius="md" variant="light">
                  {word(`order.${code}`)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>

        <RangeFilter label={t('filter.total')} value={total} onChange={setTotal} isWrong={badRange}>
          {(end) => <MoneyField {...end} />}
        </RangeFilter>

        <Input.Wrapper label={t('filter.shipping')} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={t('filter.shipping')}
            value={shipping}
            onChange={setShipping}
            data={[
              { value: '', label: l('filter.any') },
              ...shippingProviders.map((value) => ({ value, label: shippingName(value) })),
            ]}
          />
        </Input.Wrapper>

        {choices.length > 1 && (
          <Select
            label={t('filter.payment')}
            placeholder={l('filter.paymentPlaceholder')}
            clearable
            data={choices}
            value={payment || null}
            onChange={(value) => setPayment(value ?? '')}
          />
        )}

        {(coupons.length > 0 || coupon !== '') && (
          <Select
            label={t('filter.coupon')}
            placeholder={l('filter.coupon.placeholder')}
            clearable
            searchable
            nothingFoundMessage={s('list.noResults')}
            clearButtonProps={{ 'aria-label': s('clear') }}
            data={[
              { value: 'any', label: t('filter.coupon.any') },
              { value: 'none', label: t('filter.coupon.none') },
              ...coupons.map(({ id, code }) => ({ value: id, label: code })),
            ]}
            value={coupon || null}
            onChange={(value) => setCoupon(value ?? '')}
          />
        )}

        <FilterFoot
          apply={l('filter.apply')}
          disabled={badRange}
          onClear={() => {
            list.clear();
            onDone();
          }}
        />
      </Stack>
    </form>
  );
}
