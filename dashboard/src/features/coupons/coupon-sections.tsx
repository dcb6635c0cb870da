import { Button, Input, Radio, SegmentedControl, Stack, Switch, TextInput } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import { lazyPart } from '@/shared/ui/lazy-part';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { useCan } from '@/shared/session/session';
import { Section } from '@/shared/ui/page';
import { suggestCode } from './coupons.api';
import { usabilities, type CouponValues } from './coupons.model';
import classes from './coupons.module.css';
import { useCouponText } from './i18n';

// Loaded only for coupons with a product scope.
const ProductTargets = lazyPart(() => import('./product-targets'));
const CategoryTargets = lazyPart(() => import('./category-targets'));

type Props = { form: ApiForm<CouponValues> };

/** Name and code; a code can be suggested. */
export function BasicsSection({ form, isNew }: Props & { isNew: boolean }) {
  const t = useCouponText();
  const mayCreate = useCan('create', 'Coupon');
  const [isAsking, setAsking] = useState(false);
  const suggest = async () => {
    setAsking(true);
    try {
      const code = await suggestCode();
      form.clearFieldError('code');
      form.setFieldValue('code', code);
    } catch {
      // The client has shown the error; the field stays as it is.
    } finally {
      setAsking(false);
    }
  };
  return (
    <Section title={t('basics')}>
      <div className={classes.pair}>
        <Input.Wrapper label={t('code')} description={t('codeHint')} required id="coupon-code">
          <div className={classes.codeLine}>
            <TextInput
              id="coupon-code"
              flex={1}
              dir="auto"
              autoComplete="off"
              spellCheck={false}
              maxLength={40}
              required
              data-autofocus={isNew || undefined}
              {...form.getInputProps('code')}
            />
            {mayCreate && (
              <Button
                variant="default"
                loading={isAsking}
                leftSection={<IconSparkles size={16} aria-hidden />}
                onClick={() => void suggest()}
              >
                {t('generate')}
              </Button>
            )}
          </div>
        </Input.Wrapper>
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          required
          maxLength={60}
          {...form.getInputProps('name')}
        />
      </div>
    </Section>
  );
}

/** The discount: how much, and off what. */
export function DiscountSection({ form }: Props) {
  const t = useCouponText();
  const isShare = form.values.discount_type === 'percentage';
  return (
    <Section title={t('discount')}>
      <Stack gap={16}>
        <div className={classes.pair}>
          <Input.Wrapper label={t('filter.type')} labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label={t('filter.type')}
              data={(['percentage', 'fixed'] as const).map((value) => ({ value, label: t(`type.${value}`) }))}
              {...form.getInputProps('discount_type')}
            />
          </Input.Wrapper>
          <Input.Wrapper label={t('filter.segment')} labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label={t('filter.segment')}
              data={(['products_price', 'shipping_fees'] as const).map((value) => ({
                value,
                label: t(`segment.${value}`),
              }))}
              {...form.getInputProps('discount_segment')}
            />
          </Input.Wrapper>
        </div>
        <div className={classes.pair}>
          {isShare ? (
            <NumberField
              label={t('percentage')}
              unit="%"
              scale={2}
              min={0}
              max={100}
              required
              data-path="discount_value"
              error={form.errors.discount_value}
              value={form.values.percentage}
              onChange={(value) => {
                form.clearFieldError('discount_value');
                form.setFieldValue('percentage', value);
              }}
            />
          ) : (
            <MoneyField
              label={t('amount')}
              required
              data-path="discount_value"
              error={form.errors.discount_value}
              value={form.values.amount}
              onChange={(value) => {
                form.clearFieldError('discount_value');
                form.setFieldValue('amount', value);
              }}
            />
          )}
          {isShare && (
            <MoneyField
              label={t('cap')}
              placeholder={t('capHint')}
              {...form.getInputProps('max_discount')}
              value={form.values.max_discount}
            />
          )}
        </div>
      </Stack>
    </Section>
  );
}

/** The scope of the coupon. */
export function ScopeSection({ form }: Props) {
  const t = useCouponText();
  const phone = usePhoneScreen();
  const mayProducts = useCan('read', 'Product');
  const mayCategories = useCan('read', 'Category');
  const { scope, discount_segment: segment } = form.values;
  const may = { all: true, products: mayProducts, categories: mayCategories };
  return (
    <Section title={t('scope')} text={segment === 'shipping_fees' ? t('scope.shippingText') : undefined}>
      <Stack gap={16}>
        <SegmentedControl
          fullWidth
          size={phone ? 'xs' : 'sm'}
          aria-label={t('scope')}
          data={(['all', 'products', 'categories'] as const).map((value) => ({
            value,
            label: t(`scope.${value}`),
            disabled: !may[value] && scope !== value,
          }))}
          {...form.getInputProps('scope')}
        />
        {scope === 'products' && (
          <Suspense fallback={null}>
            <ProductTargets form={form} />
          </Suspense>
        )}
        {scope === 'categories' && (
          <Suspense fallback={null}>
            <CategoryTargets form={form} />
          </Suspense>
        )}
        <Switch
          label={t('excludes')}
          description={t('excludesText')}
          {...form.getInputProps('excludes_discounted', { type: 'checkbox' })}
        />
      </Stack>
    </Section>
  );
}

/** Eligible persons and usage limits. */
export function LimitsSection({ form }: Props) {
  const t = useCouponText();
  return (
    <Section title={t('limits')}>
      <Stack gap={18}>
        <Radio.Group label={t('usability')} {...form.getInputProps('discount_usability')}>
          <Stack gap={10} mt={8}>
            {usabilities.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`usability.${value}`)}
                description={t(`usability.${value}.text`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <div className={classes.pair}>
          <NumberField
            label={t('limit')}
            description={t('limitHint')}
            unit={t('limitUnit')}
            min={1}
            max={1_000_000}
            {...form.getInputProps('usage_limit')}
            value={form.values.usage_limit}
          />
          <MoneyField
            label={t('min')}
            description={t('minHint')}
            {...form.getInputProps('min_amount')}
            value={form.values.min_amount}
          />
        </div>
      </Stack>
    </Section>
  );
}
