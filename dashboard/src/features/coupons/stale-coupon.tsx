import { StaleDialog } from '@/shared/forms/stale-dialog';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import type { CouponValues, Target } from './coupons.model';
import { useCouponText } from './i18n';

/** Conflict dialog: the coupon was saved by somebody else meanwhile. */
export default function StaleCoupon({
  base,
  mine,
  theirs,
  onResolve,
  onClose,
}: {
  base: CouponValues;
  mine: CouponValues;
  theirs: CouponValues;
  onResolve: (chosen: CouponValues, theirs: CouponValues) => void;
  onClose: () => void;
}) {
  const t = useCouponText();
  const s = useShared();
  const { language } = useLanguage();
  const yesNo = (value: unknown) => s(value ? 'yes' : 'no');
  const moment = (value: unknown) => String(value).replace('T', ' ') || '—';
  return (
    <StaleDialog<CouponValues & Record<string, unknown>>
      fields={[
        { key: 'name', label: t('name') },
        { key: 'code', label: t('code') },
        { key: 'discount_type', label: t('filter.type'), show: (v) => t(`type.${v as CouponValues['discount_type']}`) },
        { key: 'percentage', label: t('percentage') },
        { key: 'amount', label: t('amount') },
        { key: 'max_discount', label: t('cap') },
        {
          key: 'discount_segment',
          label: t('filter.segment'),
          show: (v) => t(`segment.${v as CouponValues['discount_segment']}`),
        },
        {
          key: 'discount_usability',
          label: t('usability'),
          show: (v) => t(`usability.${v as CouponValues['discount_usability']}`),
        },
        { key: 'usage_limit', label: t('limit') },
        { key: 'min_amount', label: t('min') },
        { key: 'starts_at', label: t('starts'), show: moment },
        { key: 'ends_at', label: t('ends'), show: moment },
        { key: 'is_active', label: t('active'), show: yesNo },
        { key: 'excludes_discounted', label: t('excludes'), show: yesNo },
        { key: 'scope', label: t('scope'), show: (v) => t(`scope.${v as CouponValues['scope']}`) },
        {
          key: 'products',
          label: t('products'),
          show: (v) => (v as Target[]).map(({ name }) => textOf(name, language)).join(s('list.and')) || '—',
        },
        {
          key: 'category_ids',
          label: t('categories'),
          show: (v) => t('say.categories', { count: (v as string[]).length }),
        },
      ]}
      base={{ ...base }}
      mine={{ ...mine }}
      theirs={{ ...theirs }}
      onClose={onClose}
      onResolve={(chosen) => onResolve(chosen, theirs)}
    />
  );
}
