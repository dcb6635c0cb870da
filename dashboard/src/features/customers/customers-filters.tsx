import { ActionIcon, Badge, Button, CloseButton, Loader, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatDate, formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { useStoreCurrency } from '@/shared/session/session';
import type { ListSearch } from '@/shared/table/list-search';
import type { ListState } from '@/shared/table/use-list';
import { CountMark } from '@/shared/ui/count-mark';
import { LazyDrawer } from '@/shared/ui/lazy-overlay';
import { lazyPart } from '@/shared/ui/lazy-part';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { channels, labelsQuery } from './customers.api';
import classes from './customers.module.css';
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
  const [open, setOpen] = useState(false);
  const tags = useTags(list.search);
  // The order stands in the heads of the columns, but on cards there are none.
  const title = phone ? s('list.filters') : t('filter.title');
  const label = tags.length > 0 ? s('list.filtersOn', { count: tags.length }) : title;
  return (
    <>
      {phone ? (
        <CountMark count={tags.length}>
          <ActionIcon variant="default" size={36} aria-label={label} onClick={() => setOpen(true)}>
            <IconAdjustmentsHorizontal size={18} />
          </ActionIcon>
        </CountMark>
      ) : (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={17} aria-hidden />}
          rightSection={
            tags.length > 0 ? (
              <Badge circle size="sm" variant="filled" aria-hidden>
                {tags.length}
              </Badge>
            ) : undefined
          }
          aria-label={label}
          onClick={() => setOpen(true)}
        >
          {title}
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
      <LazyDrawer
        opened={open}
        onClose={() => setOpen(false)}
        // Logical in the kit: the end side, left in Arabic.
        position={phone ? 'bottom' : 'right'}
        size={phone ? '85%' : 400}
        title={
          <Text fw={600} fz={17}>
            {title}
          </Text>
        }
        closeButtonProps={{ 'aria-label': s('close') }}
      >
        <Suspense fallback={<Loader size="sm" />}>
          <FilterForm list={list} onDone={() => setOpen(false)} />
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

function useTags(search: ListSearch): Tag[] {
  const t = useCustomerText();
  const s = useShared();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  const groups = useQuery({ ...labelsQuery, enabled: search.group !== undefined }).data?.groups ?? [];
  const and = s('list.and');
  const tags: Tag[] = [];
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
      search[from] && `${t('filter.from')} ${show(String(search[from]))}`,
      search[until] && `${t('filter.until')} ${show(String(search[until]))}`,
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
