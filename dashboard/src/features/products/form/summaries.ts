import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useProductText } from '../i18n';
import type { ProductValues } from './values';

/** One line about what is in each folded card. */
export function useSummaries(values: ProductValues) {
  const t = useProductText();
  const s = useShared();
  const { language } = useLanguage();
  const list = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(s('list.and'));
  return {
    shipping: () => {
      const { requires_shipping, weight_amount, weight_unit, has_free_shipping } = values;
      if (!requires_shipping) return t('shipping.none');
      return list([
        t('shipping.requires'),
        weight_amount === ''
          ? t('shipping.noWeight')
          : `\u2066${formatNumber(weight_amount)}\u2069 ${t(`shipping.${weight_unit}`)}`,
        has_free_shipping && t('shipping.free'),
      ]);
    },
    fields: () => {
      const labels = values.dynamic_fields.map((field) => textOf(field.field_label, language)).filter(Boolean);
      return labels.length > 0 ? labels.join(s('list.and')) : t('fields.none');
    },
    seo: () => {
      const { meta_title, meta_description, keywords, page_link, page_links } = values;
      const has = (texts: Record<string, string>) => Object.values(texts).some((text) => text.trim());
      const set = list([
        has(meta_title) && t('seo.metaTitle'),
        has(meta_description) && t('seo.metaDescription'),
        has(page_links) && t('seo.link'),
        has(keywords) && t('seo.keywords'),
      ]);
      // The server writes the link of a saved product: it is shown, and does not count as chosen.
      return list([
        page_link.trim() !== '' && `\u2068${page_link.trim()}\u2069`,
        set ? t('seo.set', { fields: set }) : t('seo.automatic'),
      ]);
    },
    related: () =>
      values.related.length > 0
        ? values.related.map((other) => textOf(other.name, language)).join(s('list.and'))
        : t('related.automatic'),
  };
}
