import { Checkbox, Input, Pill, Text } from '@mantine/core';
import ChosenCategories from '@/modules/product-picker/chosen-categories';
import ChosenProducts from '@/modules/product-picker/chosen-products';
import { CouponPicker } from '@/modules/coupons/coupon-picker';
import { useCouponModuleText } from '@/modules/coupons/i18n';
import { useRuleBuilderText } from '@/modules/rule-builder/i18n';
import { categoriesQuery } from '@/modules/category-tree/categories';
import { NumberField } from '@/shared/forms/number-field';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { useQuery } from '@tanstack/react-query';
import { useSegmentText } from './i18n';
import { anyCoupon, chosenOf, withChosen, type Rule } from './rules';
import classes from './segments.module.css';

/** Values of a rule. The server says the same. */
const mostValues = 50;

/** What does not count, where it is not the same. */
const hints: Partial<Record<Rule['field'], 'categoryHint' | 'couponHint'>> = {
  category: 'categoryHint',
  coupon: 'couponHint',
};

interface Props {
  rule: Rule;
  path: string;
  errors: Record<string, unknown>;
  onChange: (rule: Rule) => void;
}

/** What was bought or used, and how it is narrowed: to the last days, and to so many orders. */
export default function BoughtRule({ rule, path, errors, onChange }: Props) {
  const t = useSegmentText();
  const b = useRuleBuilderText();
  const errorOf = (part: string) => {
    const at = `${path}.${part}`;
    const fault = Object.entries(errors).find(([key]) => key === at || key.startsWith(`${at}.`))?.[1];
    return typeof fault === 'string' ? fault : undefined;
  };
  return (
    <div className={classes.bought}>
      <Values rule={rule} error={errorOf('values')} path={`${path}.values`} onChange={onChange} />
      <div className={classes.narrow}>
        <NumberField
          label={t('window')}
          placeholder={t('window.none')}
          unit={b('days')}
          max={3650}
          value={rule.days}
          error={errorOf('days')}
          data-path={`${path}.days`}
          onChange={(days) => onChange({ ...rule, days })}
        />
        {rule.op === 'is' && (
          <NumberField
            label={t('times')}
            placeholder={t('times.none')}
            max={1000}
            value={rule.times}
            error={errorOf('times')}
            data-path={`${path}.times`}
            onChange={(times) => onChange({ ...rule, times })}
          />
        )}
      </div>
      <Text size="xs" c="dimmed">
        {t(hints[rule.field] ?? 'boughtHint')}
      </Text>
    </div>
  );
}

function Values({
  rule,
  error,
  path,
  onChange,
}: {
  rule: Rule;
  error?: string;
  path: string;
  onChange: (rule: Rule) => void;
}) {
  const b = useRuleBuilderText();
  const categories = useQuery({ ...categoriesQuery, enabled: rule.field === 'category' }).data;
  const chosen = chosenOf(rule);
  switch (rule.field) {
    case 'product':
      return (
        <ChosenProducts
          value={chosen}
          max={mostValues}
          error={error}
          path={path}
          onChange={(next) => onChange(withChosen(rule, next))}
        />
      );
    case 'category':
      return (
        <ChosenCategories
          aria-label={b('value')}
          value={rule.values}
          names={chosen}
          maxValues={mostValues}
          error={error}
          data-path={path}
          onChange={(ids) => {
            const nameOf = (id: string) =>
              categories?.find((each) => each.id === id)?.name ?? chosen.find((each) => each.id === id)?.name ?? {};
            onChange(
              withChosen(
                rule,
                ids.map((id) => ({ id, name: nameOf(id) })),
              ),
            );
          }}
        />
      );
    default:
      return <Coupons rule={rule} error={error} path={path} onChange={onChange} />;
  }
}

/** Any coupon, or those that were chosen. */
function Coupons({
  rule,
  error,
  path,
  onChange,
}: {
  rule: Rule;
  error?: string;
  path: string;
  onChange: (rule: Rule) => void;
}) {
  const t = useSegmentText();
  const c = useCouponModuleText();
  const { language } = useLanguage();
  // Coupons are not named to whoever may not see them.
  const nameless = useCan('read', 'Coupon') ? t('gone') : c('picker.hidden');
  const isAny = rule.values[0] === anyCoupon;
  const chosen = isAny ? [] : chosenOf(rule);
  return (
    <Input.Wrapper error={isAny ? error : undefined}>
      <Checkbox
        label={t('anyCoupon')}
        checked={isAny}
        onChange={(event) =>
          onChange(withChosen(rule, event.currentTarget.checked ? [{ id: anyCoupon, name: {} }] : []))
        }
      />
      {!isAny && (
        <>
          {chosen.length > 0 && (
            <div className={classes.coupons}>
              {chosen.map(({ id, name }) => {
                const code = textOf(name, language) || nameless;
                return (
                  <Pill
                    key={id}
                    withRemoveButton
                    removeButtonProps={{
                      'aria-label': t('removeCoupon', { code: `\u2068${code}\u2069` }),
                      'aria-hidden': false,
                      tabIndex: 0,
                    }}
                    onRemove={() =>
                      onChange(
                        withChosen(
                          rule,
                          chosen.filter((each) => each.id !== id),
                        ),
                      )
                    }
                  >
                    <bdi>{code}</bdi>
                  </Pill>
                );
              })}
            </div>
          )}
          {chosen.length < mostValues && (
            <CouponPicker
              // Whatever was chosen stands above; the field is for the next one.
              key={rule.values.join()}
              aria-label={t('chooseCoupon')}
              by="id"
              states="active,scheduled,ended,used_up,off"
              mt={8}
              data-path={path}
              error={error}
              value={null}
              onChange={(id, coupon) => {
                if (id && coupon && !chosen.some((each) => each.id === id)) {
                  onChange(withChosen(rule, [...chosen, { id, name: { ar: coupon.code } }]));
                }
              }}
            />
          )}
        </>
      )}
    </Input.Wrapper>
  );
}
