import type { Page } from '@/shared/api/wire';
import type { Language } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { isFound } from '@/shared/lib/fold';
import type { ListSearch } from '@/shared/table/list-search';
import type { StatusTone } from '@/shared/ui/tokens';
import type { PageRow, PageStatus, PageView, Policy } from './content-pages.api';
import { contentPagesList, policies } from './content-pages.search';

export const pageStatuses: readonly PageStatus[] = ['published', 'draft', 'scheduled'];
/** As those of products. */
export const statusTones: Record<PageStatus, StatusTone> = { published: 'green', draft: 'gray', scheduled: 'blue' };

/** Where shoppers see a page: in the reader's language, if the store has it. Null while it is not published. */
export function storeAddressOf({ status, urls }: Pick<PageView, 'status' | 'urls'>, language: Language): string | null {
  return status === 'published' ? textOf(urls, language) || null : null;
}

/** The policies that no page states. */
export const missingPolicies = (rows: readonly PageRow[]): Policy[] =>
  policies.filter((policy) => !rows.some((row) => row.policy === policy));

const isShown = (row: PageRow, { status, search }: ListSearch) =>
  (!status || row.status === status) &&
  (!search || isFound([row.title.ar, row.title.en, row.slugs.ar, row.slugs.en].join(' '), search));

function compare(sort: string, language: Language): (a: PageRow, b: PageRow) => number {
  const turn = sort.startsWith('-') ? -1 : 1;
  if (sort.endsWith('updated_at')) return (a, b) => turn * (Date.parse(a.updated_at) - Date.parse(b.updated_at));
  const { compare: inOrder } = new Intl.Collator(language, { numeric: true });
  return (a, b) => turn * inOrder(textOf(a.title, language), textOf(b.title, language));
}

/** The rows that the list shows of all pages, as the server would answer them. */
export function shownOf({ data, links }: Page<PageRow>, search: ListSearch, language: Language): Page<PageRow> {
  const found = data.filter((row) => isShown(row, search));
  const rows = found.sort(compare(search.sort ?? contentPagesList.sort ?? '', language));
  const perPage = search.per_page ?? 20;
  const page = search.page ?? 1;
  const from = (page - 1) * perPage;
  const shown = rows.slice(from, from + perPage);
  return {
    data: shown,
    links,
    meta: {
      current_page: page,
      from: shown.length > 0 ? from + 1 : null,
      last_page: Math.max(1, Math.ceil(rows.length / perPage)),
      per_page: perPage,
      to: shown.length > 0 ? from + shown.length : null,
      total: rows.length,
    },
  };
}
