import { couponsList } from './coupons-list';
import { lastSearch } from '@/shared/table/use-list';
import { Button, Stack, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { CouponStateBadge } from '@/modules/coupons/coupon-state';
import { coupons, type CouponView } from '@/modules/coupons/coupons.api';
import { currentOf } from '@/shared/api/conflict';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { FormDraft } from '@/shared/forms/form-draft';
import { SaveBar } from '@/shared/forms/save-bar';
import { useApiForm } from '@/shared/forms/use-api-form';
import { getTimeZone } from '@/shared/i18n/format';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { copyText } from '@/shared/ui/copy';
import { lazyDialog, lazyPart } from '@/shared/ui/lazy-part';
import { PageHeader, Section, TwoColumns } from '@/shared/ui/page';
import { toast } from '@/shared/ui/toast';
import { CouponTime } from './coupon-time';
import { CouponUsage } from './coupon-usage';
import { checkCoupon } from './coupon-check';
import { CouponSentence } from './coupon-sentence';
import { BasicsSection, DiscountSection, LimitsSection, ScopeSection } from './coupon-sections';
import { blankCoupon, bodyOf, valuesOf, type CouponValues, type Target } from './coupons.model';
import classes from './coupons.module.css';
import { useCouponText } from './i18n';
import { useCouponActions } from './use-coupon-actions';

// The calendar, the orders and the comparison load later.
const TimeSection = lazyPart(() => import('./time-section'));
const CouponUses = lazyPart(() => import('./coupon-uses'));
const StaleCoupon = lazyDialog(() => import('./stale-coupon'));

/** A coupon's form with its summary: a new one from `start`, or an existing one. */
export function CouponForm({
  coupon,
  products = [],
  start,
}: {
  coupon?: CouponView;
  /** The products of its scope. */
  products?: readonly Target[];
  start?: CouponValues;
}) {
  const t = useCouponText();
  const s = useShared();
  const navigate = useNavigate();
  const client = useQueryClient();
  const zone = getTimeZone();
  const maySave = useCan(coupon ? 'update' : 'create', 'Coupon');
  // The version that the form is based on; a background refetch must not replace it.
  const [base, setBase] = useState(coupon);
  const [initialValues, setInitialValues] = useState<CouponValues>(() =>
    coupon ? valuesOf(coupon, products, zone) : (start ?? blankCoupon()),
  );
  const created = useRef<CouponView | null>(null);
  const form = useApiForm<CouponValues>({ initialValues, validate: checkCoupon });
  const save = useApiMutation({
    run: (values: CouponValues) =>
      base
        ? coupons.update(base.id, { ...bodyOf(values, zone), version: base.version }, { form: true })
        : coupons.create(bodyOf(values, zone), { form: true }),
    invalidates: [coupons.key],
  });
  const { values } = form;
  const copyCode = (code: string) => void copyText(code, { done: t('codeCopied', { code: `\u2068${code}\u2069` }) });
  const more = useCouponActions(base, copyCode, () => form.resetDirty());
  const current = currentOf<'put', '/coupons/{id}'>(form.stale);
  return (
    <>
      <PageHeader
        title={base ? <bdi>{base.code}</bdi> : t('addTitle')}
        subtitle={base ? <bdi>{base.name}</bdi> : undefined}
        badge={
          base && (
            <span className={classes.state}>
              <CouponStateBadge state={base.state} />
              <CouponTime coupon={base} />
            </span>
          )
        }
        back={{ to: '/coupons/list', search: lastSearch(couponsList) }}
        more={more}
      />
      <Form
        form={form}
        label={t(base ? 'edit' : 'addTitle')}
        onSave={async (input) => {
          const saved = await save.mutateAsync(input);
          created.current = saved;
          if (base) {
            const now = valuesOf(saved, input.products, zone);
            setBase(saved);
            setInitialValues(now);
            form.setValues(now);
          }
        }}
        onSaved={() => {
          void client.invalidateQueries({ queryKey: coupons.key });
          if (base) {
            toast.success(s('saved'));
            return;
          }
          const now = created.current;
          if (!now) return;
          toast.success({
            title: t('created', { code: `\u2068${now.code}\u2069` }),
            action: { label: t('copyCode'), run: () => copyCode(now.code) },
          });
          void navigate({ to: '/coupons/edit/$id', params: { id: now.id }, replace: true });
        }}
      >
        <FormDraft form={form} of={`coupon:${base?.id ?? 'new'}`} />
        <TwoColumns
          main={
            <>
              <BasicsSection form={form} isNew={!base} />
              <DiscountSection form={form} />
              <ScopeSection form={form} />
              <LimitsSection form={form} />
              <Suspense fallback={<Section title={t('time')} text={t('timeText')} />}>
                <TimeSection form={form} />
              </Suspense>
            </>
          }
          side={
            <>
              <Section title={t('words')}>
                <CouponSentence values={values} />
                <Switch
                  mt={18}
                  label={t('active')}
                  description={t('activeText')}
                  disabled={!maySave}
                  {...form.getInputProps('is_active', { type: 'checkbox' })}
                />
              </Section>
              {base && <CouponUsage coupon={base} />}
            </>
          }
        />
        {base && (
          <Stack mt={20}>
            <Suspense fallback={<Section title={t('uses')} />}>
              <CouponUses coupon={base} />
            </Suspense>
          </Stack>
        )}
        {maySave && (
          <SaveBar dirty={form.isDirty()} busy={form.busy} onDiscard={base && (() => form.discard())}>
            <Button type="submit" loading={form.busy}>
              {base ? s('save') : t('save')}
            </Button>
          </SaveBar>
        )}
      </Form>
      {base && current && (
        <Suspense fallback={null}>
          <StaleCoupon
            base={initialValues}
            mine={form.getValues()}
            theirs={valuesOf(current, values.products, zone)}
            onClose={form.clearStale}
            onResolve={(chosen, theirs) => {
              setBase(current);
              setInitialValues(theirs);
              form.saveOver(chosen, theirs);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
