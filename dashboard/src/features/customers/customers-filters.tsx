import { useQuery } from '@tanstack/react-query';
import { formatDate, formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { useStoreCurrency } from '@/shared/session/session';
import { FiltersDrawer, type FilterTag } from '@/shared/table/filters-drawer';
import type { ListSearch } from '@/shared/table/list-search';
import type { ListState } from '@/shared/table/use-list';
import { lazyPart } from '@/shared/ui/lazy-part';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { channels, labelsQuery } from './customers.api';
import { useCustomerText } from './i18n';

// The calendar and the number fields are only for those who open them.
const FilterForm = lazyPart(() =>
  import('./customers-filter-form').then((module) => ({ default: module.CustomersFilterForm })),
);

/** The filters beside the search box: one button, and what is on as small tags that can be taken off one by one. */
export function CustomersFilters({ list }: { list: ListState }) {
  const t = useCustomerText();
  const s = useShared();
  const phone = usePhoneScreen();
  const tags = useTags(list.search);
  return (
    <FiltersDrawer
      list={list}
      tags={tags}
      // The order stands in the heads of the columns, but on cards there are none.
      button={phone ? s('list.filters') : t('filter.title')}
      buttonOn={s('list.filtersOn', { count: tags.length })}
      size={400}
      phoneSize="85%"
    >
      {(close) => <FilterForm list={list} onDone={close} />}
    </FiltersDrawer>
  );
}

function useTags(search: ListSearch): FilterTag[] {
  const t = useCustomerText();
  const s = useShared();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  const groups = useQuery({ ...labelsQuery, enabled: search.group !== undefined }).data?.groups ?? [];
  const and = s('list.and');
  const tags: FilterTag[] = [];
  const values = (name: string) => (search[name] === undefined ? [] : String(search[name]).split(','));
  const add = (key: string, words: readonly string[]) => {
    if (words.length > 0) tags.push({ key, fields: [key], label: words.join(and) });
  };
  add('city', values('city'));
  add('tag', values('tag'));
  add(
    'group',
    values('group').map((id) => groups.find((group) => group.id === id)?.name ?? t('groups')),
  );
  add(
    'consent',
    channels
      .filter((each) => values('consent').includes(each))
      .map((each) => t('filter.agreed', { channel: t(`channel.${each}`) })),
  );
  if (search.blocked === 'yes' || search.blocked === 'no') add('blocked', [t(`filter.blocked.${search.blocked}`)]);

  const between = (key: 'spent' | 'orders' | 'last_order', show: (text: string) => string) => {
    const [from, until] = [`${key}.gte`, `${key}.lte`];
    const words = [
      search[from] && `${s('range.from')} ${show(String(search[from]))}`,
      search[until] && `${s('range.until')} ${show(String(search[until]))}`,
    ].filter(Boolean);
    if (words.length > 0) {
      tags.push({ key, fields: [from, until], label: `${t(`filter.${key}`)}: ${words.join(' ')}` });
    }
  };
  between('spent', (text) => formatMoney(text, currency, language));
  between('orders', (text) => text);
  // Noon in UTC is the same day in every zone the store may be in, short of the far Pacific.
  between('last_order', (text) => formatDate(`${text}T12:00:00Z`, 'date', language));
  return tags;
}
