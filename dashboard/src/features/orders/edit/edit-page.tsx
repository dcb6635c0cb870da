import { Button, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { currentOf } from '@/shared/api/conflict';
import { isApiError, type ApiError } from '@/shared/api/error';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { FormDraft } from '@/shared/forms/form-draft';
import { MoneyField } from '@/shared/forms/money-field';
import { useApiForm, type ApiForm } from '@/shared/forms/use-api-form';
import { AddressLines } from '@/modules/address/address-card';
import { AddressFields } from '@/modules/address/address-fields';
import { lazyDialog, lazyPart } from '@/shared/ui/lazy-part';
import { DetailPage, DetailSkeleton, PageHeader, Section, TwoColumns } from '@/shared/ui/page';
import { usePageName } from '@/shared/ui/page-name';
import { toast } from '@/shared/ui/toast';
import { toastOrderError } from '../order-failure';
import { orderName } from '../order-name';
import { orderQuery, staleAfterChange, type OrderView } from '../orders.api';
import { isEditable } from '../orders.model';
import { applyEdit, previewQuery } from './edit.api';
import { EditDiff } from './edit-diff';
import { EditLines } from './edit-lines';
import { addressOf, bodyOf, fitTo, lineOf, valuesOf, type EditIn, type EditValues } from './edit.model';
import { useOrderEditText } from './i18n';
import classes from './edit.module.css';
import { LinkButton } from '@/shared/ui/link-button';

// A draft has another page at the same address.
const DraftPage = lazyPart(() => import('../draft/draft-page').then((module) => ({ default: module.DraftPage })));

// Loaded only when the coupon is changed.
const CouponPicker = lazyPart(() =>
  import('@/modules/coupons/coupon-picker').then((module) => ({ default: module.CouponPicker })),
);

// Loaded only on a conflict.
const StaleEdit = lazyDialog(() => import('./stale-edit').then((module) => ({ default: module.StaleEdit })));

/** Editing a placed order: the difference is previewed before it is applied (decisions 5). */
export function OrderEditPage() {
  const { id = '' } = useParams({ strict: false });
  // The form keeps the version it was opened with: a newer one is reported as a conflict.
  const query = useQuery({ ...orderQuery(id), refetchOnWindowFocus: false });
  return (
    <DetailPage isFullPage query={query}>
      {(order) =>
        order.status === 'DRFT' ? (
          <Suspense fallback={<DetailSkeleton />}>
            <DraftPage id={order.id} />
          </Suspense>
        ) : isEditable(order.status) ? (
          <Edit key={order.id} opened={order} />
        ) : (
          <NotEditable order={order} />
        )
      }
    </DetailPage>
  );
}

function NotEditable({ order }: { order: OrderView }) {
  const t = useOrderEditText();
  return (
    <>
      <PageHeader
        title={t('title', { number: orderName(order.number) })}
        back={{ to: '/orders/view/$id', params: { id: order.id } }}
      />
      <Section title={t('notEditable')} text={t('notEditableText')}>
        <LinkButton to="/orders/view/$id" params={{ id: order.id }} variant="default">
          {t('back')}
        </LinkButton>
      </Section>
    </>
  );
}

/**
 * The preview of an edit, and the conflict that it met. The conflict's dialog takes the focus from a field, which completes
 * its amount ("15" to "15.00"): a preview of that would be refused as well and replace the dialog under the pointer, so none
 * is asked for while a conflict is shown.
 */
function useEditPreview(base: OrderView, request: EditIn | null) {
  const [conflict, setConflict] = useState<ApiError | null>(null);
  const [dismissedVersion, setDismissedVersion] = useState<number | null>(null);
  const preview = useQuery(previewQuery(base.id, base.version, conflict ? null : request));
  const refusal = isApiError(preview.error) ? preview.error : null;
  if (!conflict && refusal?.isStale && dismissedVersion !== base.version) setConflict(refusal);
  const closeConflict = () => {
    setConflict(null);
    setDismissedVersion(base.version);
  };
  return { preview, refusal, conflict, closeConflict };
}

function Edit({ opened }: { opened: OrderView }) {
  const t = useOrderEditText();
  const navigate = useNavigate();
  const [base, setBase] = useState(opened);
  const form = useApiForm<EditValues>({ initialValues: valuesOf(opened) });
  const { values, setErrors } = form;
  const body = bodyOf(values, base);
  const key = JSON.stringify(body);
  const [settled] = useDebouncedValue(key, 300);
  const request = JSON.parse(settled) as EditIn | null;
  const { preview, refusal, conflict, closeConflict } = useEditPreview(base, values.items.length > 0 ? request : null);
  const save = useApiMutation({ run: (input: EditIn) => applyEdit(base.id, input), invalidates: staleAfterChange });

  useEffect(() => {
    if (refusal?.outcome === 'invalid') {
      setErrors(Object.fromEntries(Object.entries(refusal.fields).map(([path, messages]) => [path, messages[0]])));
    } else if (preview.data && !refusal) setErrors({});
    // The form's own functions are stable.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [refusal, preview.data]);

  const stale = form.stale ?? conflict;
  const isFresh = key === settled && !preview.isPlaceholderData && !preview.isFetching;
  const state = (() => {
    if (body === null) return 'none' as const;
    if (refusal && key === settled) return refusal.outcome === 'invalid' ? ('invalid' as const) : ('failed' as const);
    if (values.items.length === 0) return 'invalid' as const;
    return isFresh && preview.data ? ('ready' as const) : ('wait' as const);
  })();

  const apply = async () => {
    if (!body || !preview.data) return;
    try {
      await save.mutateAsync({
        ...body,
        note: values.note.trim() || null,
        total: preview.data.after.total,
        version: base.version,
      });
    } catch (error) {
      if (isApiError(error) && error.outcome !== 'invalid' && !error.isStale) {
        toastOrderError(error);
        void preview.refetch();
      }
      throw error;
    }
  };

  const restore = (line: number) => {
    const item = base.items.find((candidate) => candidate.line === line);
    if (item)
      form.setFieldValue(
        'items',
        [...values.items, lineOf(item)].sort((a, b) => (a.line ?? 1e9) - (b.line ?? 1e9)),
      );
  };

  const title = t('title', { number: orderName(base.number) });
  usePageName(title);
  return (
    <Form
      form={form}
      label={title}
      onSave={apply}
      onSaved={() => {
        toast.success(t('done'));
        void navigate({ to: '/orders/view/$id', params: { id: base.id } });
      }}
    >
      <PageHeader title={title} back={{ to: '/orders/view/$id', params: { id: base.id } }} />
      <FormDraft form={form} of={`order-edit:${base.id}`} fit={(changed) => fitTo(base, changed)} />
      <TwoColumns
        main={
          <>
            <EditLines form={form} currency={base.currency} />
            <Section title={t('amounts')}>
              <div className={classes.fields}>
                {(['shipping_fees', 'payment_fees', 'discount'] as const).map((field) => (
                  <MoneyField
                    key={field}
                    label={t(field === 'shipping_fees' ? 'shipping' : field === 'payment_fees' ? 'fees' : 'discount')}
                    currency={base.currency}
                    {...form.getInputProps(field)}
                    value={values[field]}
                  />
                ))}
                <Suspense fallback={null}>
                  <CouponPicker
                    by="code"
                    label={t('coupon')}
                    description={t('coupon.hint')}
                    {...form.getInputProps('coupon_code')}
                    data-path="coupon_code"
                    value={values.coupon_code || null}
                    onChange={(code) => form.setFieldValue('coupon_code', code ?? '')}
                  />
                </Suspense>
              </div>
            </Section>
            <AddressSection form={form} order={base} />
          </>
        }
        side={
          <>
            <Section title={t('note')}>
              <Textarea
                aria-label={t('note')}
                placeholder={t('notePlaceholder')}
                autosize
                minRows={2}
                maxRows={6}
                maxLength={500}
                {...form.getInputProps('note')}
              />
            </Section>
            <EditDiff
              preview={preview.data ?? null}
              state={state}
              currency={base.currency}
              busy={form.busy}
              onRestore={restore}
              onRetry={() => void preview.refetch()}
            />
          </>
        }
      />
      {stale && (
        <Suspense fallback={null}>
          <StaleEdit
            base={base}
            mine={values}
            current={orderOf(currentOf<'put', '/orders/{id}/edit'>(stale))}
            onClose={() => {
              form.clearStale();
              closeConflict();
            }}
            onResolve={(next, current) => {
              form.clearStale();
              setBase(current);
              form.setValues(next);
            }}
          />
        </Suspense>
      )}
    </Form>
  );
}

function AddressSection({ form, order }: { form: ApiForm<EditValues>; order: OrderView }) {
  const t = useOrderEditText();
  const { address } = form.values;
  if (!address) {
    return (
      <Section
        title={t('address')}
        actions={
          <Button variant="default" size="xs" onClick={() => form.setFieldValue('address', addressOf(order))}>
            {t('address.change')}
          </Button>
        }
      >
        {order.address ? (
          <AddressLines address={order.address} showRecipient />
        ) : (
          <Text size="sm" c="dimmed">
            {t('address.none')}
          </Text>
        )}
      </Section>
    );
  }
  return (
    <Section
      title={t('address')}
      actions={
        <Button variant="subtle" color="gray" size="xs" onClick={() => form.setFieldValue('address', null)}>
          {t('address.keep')}
        </Button>
      }
    >
      <AddressFields form={form} pathPrefix="address" values={address} courier={order.shipping_provider} />
    </Section>
  );
}

/** A refused edit answers with the current order or a new preview; this returns the order. */
const orderOf = (current: ReturnType<typeof currentOf<'put', '/orders/{id}/edit'>>): OrderView | undefined =>
  current && 'items' in current ? current : undefined;
