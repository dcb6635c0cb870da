import type { FormErrors } from '@mantine/form';
import type { Schema } from '@/shared/api/wire-schema';
import { maxLength, required } from '@/shared/forms/rules';
import { getTimeZone } from '@/shared/i18n/format';
import type { Language } from '@/shared/i18n/language';
import type { Texts } from '@/shared/i18n/texts';
import { momentAt, wallClockOf } from '@/shared/lib/days';
import { getSession, storeLanguages } from '@/shared/session/session';
import type { NewPage, PageStatus, PageView, Policy } from '../content-pages.api';
import { usePageFormText } from './i18n';

export type Bilingual = Record<Language, string>;

/** Form values: flat, with the time of the store's clock. */
export interface PageValues {
  title: Bilingual;
  /** HTML. */
  content: Bilingual;
  /** '' is derived from the title, or stays as it is. */
  slugs: Bilingual;
  status: PageStatus;
  /** `2026-12-01T09:00`; '' for none. */
  publish_at: string;
  policy: Policy | null;
  /** The theme's alternate template that shows it; '' for the plain one. */
  template: string;
  meta_title: Bilingual;
  meta_description: Bilingual;
}

/** Limits of the server, in characters. */
export const mostTitle = 150;
const mostContent = 100_000;
const mostMetaTitle = 200;
const mostMetaDescription = 500;

const languages: readonly Language[] = ['ar', 'en'];
const both = (texts: Texts): Bilingual => ({ ar: texts.ar ?? '', en: texts.en ?? '' });
const none = (): Bilingual => both({});

/** A new page is published when it is saved, as merchants expect. */
export const blankPage = (): PageValues => ({
  title: none(),
  content: none(),
  slugs: none(),
  status: 'published',
  publish_at: '',
  policy: null,
  template: '',
  meta_title: none(),
  meta_description: none(),
});

export const valuesOf = (page: PageView, zone: string | undefined): PageValues => ({
  title: both(page.title),
  content: both(page.content),
  slugs: both(page.slugs),
  status: page.status,
  publish_at: wallClockOf(page.publish_at, zone),
  policy: page.policy,
  template: page.template ?? '',
  meta_title: both(page.seo.meta_title),
  meta_description: both(page.seo.meta_description),
});

/** The title of a duplicate, in its own language. */
const copied: Record<Language, (title: string) => string> = {
  ar: (title) => `نسخة من ${title}`,
  en: (title) => `Copy of ${title}`,
};

/** A duplicate: a draft without the address and the policy, of which there is one of each. */
export function copyOf(page: PageView): PageValues {
  const values = valuesOf(page, undefined);
  const title = (at: Language) =>
    values.title[at] ? [...copied[at](values.title[at])].slice(0, mostTitle).join('') : '';
  return {
    ...values,
    title: { ar: title('ar'), en: title('en') },
    slugs: none(),
    status: 'draft',
    publish_at: '',
    policy: null,
  };
}

/** A new page of a policy, with the text to begin from. */
export const fromPolicyText = ({ policy, title, content }: Schema<'PolicyTemplate'>): PageValues => ({
  ...blankPage(),
  policy,
  title: both(title),
  content: both(content),
});

export function bodyOf(values: PageValues, zone: string | undefined): NewPage {
  const trimmed = ({ ar, en }: Bilingual): Bilingual => ({ ar: ar.trim(), en: en.trim() });
  return {
    title: trimmed(values.title),
    content: values.content,
    slugs: trimmed(values.slugs),
    status: values.status,
    publish_at: values.status === 'scheduled' && values.publish_at ? momentAt(values.publish_at, zone) : null,
    policy: values.policy,
    template: values.template || null,
    seo: { meta_title: trimmed(values.meta_title), meta_description: trimmed(values.meta_description) },
  };
}

/** What the server would refuse, by field. */
export function checkPage(values: PageValues): FormErrors {
  const session = getSession();
  const main = session.store?.default_language ?? storeLanguages(session)[0] ?? 'ar';
  const errors: FormErrors = { [`title.${main}`]: required()(values.title[main]) };
  for (const at of languages) {
    errors[`content.${at}`] = maxLength(mostContent)(values.content[at]);
    errors[`meta_title.${at}`] = maxLength(mostMetaTitle)(values.meta_title[at]);
    errors[`meta_description.${at}`] = maxLength(mostMetaDescription)(values.meta_description[at]);
  }
  if (values.status === 'scheduled') errors.publish_at = required()(values.publish_at) ?? past(values.publish_at);
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message));
}

const past = (wallClock: string) =>
  Date.parse(momentAt(wallClock, getTimeZone())) > Date.now() ? null : usePageFormText.now('publishPast');

/** The address of a page in a language of the store; the default language has no prefix. */
export function addressOf(slug: string, at: Language): string {
  const { store } = getSession();
  const prefix = at === (store?.default_language ?? storeLanguages()[0]) ? '' : `/${at}`;
  return `${(store?.url ?? '').replace(/\/$/, '')}${prefix}/pages/${slug}`;
}
