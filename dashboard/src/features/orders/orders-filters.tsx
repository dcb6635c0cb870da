import { ActionIcon, Badge, Button, CloseButton, Loader, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useStatusText } from '@/modules/status-badge/i18n';
import { isOrderStatus } from '@/modules/status-badge/order-status';
import { formatDate, formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan, useStoreCurrency } from '@/shared/session/session';
import type { ListSearch } from '@/shared/table/list-search';
import type { ListState } from '@/shared/table/use-list';
import { CountMark } from '@/shared/ui/count-mark';
import { LazyDrawer } from '@/shared/ui/lazy-overlay';
import { lazyPart } from '@/shared/ui/lazy-part';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { useOrderText } from './i18n';
import { choicesQuery } from './list/filter-choices';
import { readGroups } from './list/rules';
import { paymentChoicesQuery } from './orders.api';
import classes from './orders.module.css';

// The calendar and the number fields are only for those who open them.
const FilterPanel = lazyPart(() => import('./list/filter-panel'));
const WhereChips = lazyPart(() => import('./list/where-chips'));

/** The filters beside the search box: one button, and what is on as small tags that can be taken off one by one. */
export function OrdersFilters({ list }: { list: ListState }) {
  const t = useOrderText();
  const s = useShared();
  const phone = usePhoneScreen();
  const [open, setOpen] = useState(false);
  const tags = useTags(list.search);
  const groups = readGroups(list.search.where);
  const count = tags.length + (groups?.length ?? 0);
  const label = count > 0 ? t('filter.active', { count }) : t('filter.button');
  const openIt = () => setOpen(true);
  return (
    <>
      {phone ? (
        <CountMark count={count}>
          <ActionIcon variant="default" size={36} aria-label={label} onClick={openIt}>
            <IconAdjustmentsHorizontal size={18} />
          </ActionIcon>
        </CountMark>
      ) : (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={17} aria-hidden />}
          rightSection={
            count > 0 ? (
              <Badge circle size="sm" variant="filled" aria-hidden>
                {count}
              </Badge>
            ) : undefined
          }
          aria-label={label}
          onClick={openIt}
        >
          {t('filter.button')}
        </Button>
      )}
      {tags.length > 0 && (
        <ul className={classes.chips}>
          {tags.map((tag) => (
            <li key={tag.key} className={classes.chip}>
              <bdi>{tag.label}</bdi>
              <CloseButton
                size="sm"
                variant="transparent"
                c="inherit"
                aria-label={t('filter.remove', { name: tag.label })}
                onClick={() => list.set(Object.fromEntries(tag.fields.map((field) => [field, undefined])))}
              />
            </li>
          ))}
        </ul>
      )}
      {groups && (
        <Suspense fallback={null}>
          <WhereChips list={list} groups={groups} />
        </Suspense>
      )}
      <LazyDrawer
        opened={open}
        onClose={() => setOpen(false)}
        // Logical in the kit: the end side, left in Arabic.
        position={phone ? 'bottom' : 'right'}
        size={phone ? 'auto' : 440}
        title={
          <Text fw={600} fz={17}>
            {t('filter.title')}
          </Text>
        }
        closeButtonProps={{ 'aria-label': s('close') }}
      >
        <Suspense fallback={<Loader size="sm" />}>
          <FilterPanel list={list} onDone={() => setOpen(false)} />
        </Suspense>
      </LazyDrawer>
    </>
  );
}

interface Tag {
  key: string;
  label: string;
  fields: string[];
}

/** A status that is open as a tab is not a tag as well: the tab shows it. */
function useTags(search: ListSearch): Tag[] {
  const t = useOrderText();
  const word = useStatusText();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  const mayReadPayment = useCan('read', 'Payment');
  const methods = useQuery({ ...paymentChoicesQuery, enabled: mayReadPayment && search.payment !== undefined });
  const choices = useQuery({ ...choicesQuery, enabled: search.coupon !== undefined });
  const tags: Tag[] = [];

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
  if (search.shipping === 'PICKUP' || search.shipping === 'CUSTOM') {
    tags.push({ key: 'shipping', fields: ['shipping'], label: t(`shipping.${search.shipping}`) });
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
    [from && `${t('filter.from')} ${from}`, until && `${t('filter.until')} ${until}`].filter(Boolean).join(' ');
  const amount = (name: string) => (search[name] ? formatMoney(String(search[name]), currency, language) : '');
  const total = between(amount('total.gte'), amount('total.lte'));
  if (total) tags.push({ key: 'total', fields: ['total.gte', 'total.lte'], label: `${t('filter.total')}: ${total}` });

  // Noon in UTC is the same day in every zone the store may be in, short of the far Pacific.
  const day = (name: string) => (search[name] ? formatDate(`${search[name]}T12:00:00Z`, 'date', language) : '');
  const [first, last] = [day('created_at.gte'), day('created_at.lte')];
  const dates = first && first === last ? first : between(first, last);
  if (dates) tags.push({ key: 'date', fields: ['created_at.gte', 'created_at.lte'], label: dates });
  return tags;
}
