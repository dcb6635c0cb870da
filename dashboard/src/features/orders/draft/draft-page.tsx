import { lastSearch } from '@/shared/table/use-list';
import { Alert, Button, Menu, Skeleton, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconCash, IconChevronDown, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { Form } from '@/shared/forms/form';
import { FormDraft } from '@/shared/forms/form-draft';
import { useApiForm } from '@/shared/forms/use-api-form';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useCan, useStoreCurrency } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { lazyPart } from '@/shared/ui/lazy-part';
import { DetailPage, PageHeader, Section, TwoColumns } from '@/shared/ui/page';
import { toast } from '@/shared/ui/toast';
import { ordersList } from '../orders.search';
import { toastOrderError } from '../order-failure';
import { orderName } from '../order-name';
import { orders, staleAfterChange } from '../orders.api';
import { CustomerSection } from './customer-section';
import {
  createDraft,
  deleteDraft,
  draftQuery,
  placeDraft,
  previewQuery,
  updateDraft,
  type DraftView,
} from './draft.api';
import { DraftDiscount, DraftPayment } from './draft-charges';
import { DraftLines } from './draft-lines';
import { bodyOf, errorsOf, isWhole, valuesOf, type DraftValues } from './draft.model';
import { DraftShipping } from './draft-shipping';
import { DraftSummary } from './draft-summary';
import { useOrderDraftText } from './i18n';
import classes from './draft.module.css';

// Only a saved draft has one.
const DraftLink = lazyPart(() => import('./draft-link').then((part) => ({ default: part.DraftLink })));

/** OR-03: a new draft. */
export function OrderAddPage() {
  return <Draft opened={null} />;
}

/** A saved draft; changes of prices and stock since are shown. */
export function DraftPage({ id }: { id: string }) {
  const query = useQuery(draftQuery(id));
  return (
    <DetailPage isFullPage query={query}>
      {(draft) => <Draft key={`${draft.id}-${draft.version}`} opened={draft} onReload={() => void query.refetch()} />}
    </DetailPage>
  );
}

type Intent = 'draft' | 'order' | 'paid';

function Draft({ opened, onReload }: { opened: DraftView | null; onReload?: () => void }) {
  const t = useOrderDraftText();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const currency = useStoreCurrency();
  const mayDelete = useCan('delete', 'Order');
  const form = useApiForm<DraftValues>({ initialValues: valuesOf(opened) });
  const { values, setErrors } = form;
  const [attempted, setAttempted] = useState<'no' | 'order' | 'paid'>('no');
  const intent = useRef<Intent>('draft');
  const afterSave = useRef<(() => void) | null>(null);
  const id = opened?.id ?? null;

  const previewValues = { ...values, address: values.address && isWhole(values.address) ? values.address : null };
  const key = JSON.stringify(bodyOf(previewValues, null));
  const [settled] = useDebouncedValue(key, 250);
  const [leaving, setLeaving] = useState(false);
  // A draft that has become an order is not previewed again while its page is left.
  const preview = useQuery({ ...previewQuery(id, JSON.parse(settled)), enabled: !leaving });
  const refusal = isApiError(preview.error) && preview.error.outcome === 'invalid' ? preview.error : null;
  const draftPreview = preview.data;
  const isFresh = key === settled && !preview.isFetching && !preview.error;

  useEffect(() => {
    if (refusal) {
      setErrors(Object.fromEntries(Object.entries(refusal.fields).map(([path, messages]) => [path, messages[0]])));
    } else if (draftPreview) setErrors(errorsOf(draftPreview.problems, attempted));
    // The form's own functions are stable.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [refusal, draftPreview, attempted]);

  // The first payment method is the default; a paid order needs none.
  const usual = draftPreview?.payment_options[0]?.id ?? null;
  const setField = form.setFieldValue;
  useEffect(() => {
    if (!opened && usual) setField('payment_method_id', (before) => before ?? usual);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened, usual]);

  const refresh = () => Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
  const saveDraft = async (input: DraftValues): Promise<DraftView> => {
    if (opened && !form.isDirty()) return opened;
    const body = bodyOf(input, opened?.version ?? null);
    return opened ? updateDraft(opened.id, body) : createDraft(body);
  };

  const save = async (input: DraftValues) => {
    const requestedIntent = intent.current;
    const saved = await saveDraft(input);
    const edit = { to: '/orders/view/$id/edit', params: { id: saved.id }, replace: !opened } as const;
    if (requestedIntent === 'draft') {
      afterSave.current = () => {
        toast.success(t('saved'));
        client.setQueryData(draftQuery(saved.id).queryKey, saved);
        void refresh();
        void navigate(edit);
      };
      return;
    }
    try {
      const total = draftPreview?.total ?? saved.preview.total;
      setLeaving(true);
      const body = { total, version: saved.version, is_paid: requestedIntent === 'paid', note: null };
      const placed = await placeDraft(saved.id, body).catch(async (error: unknown) => {
        if (!isApiError(error) || error.code !== 'customer_blocked') throw error;
        const isConfirmed = await confirm({
          title: t('blocked.title'),
          text: t('blocked.text'),
          confirm: t('blocked.run'),
          danger: true,
        });
        // When declined, the draft stays as it was saved.
        return isConfirmed ? placeDraft(saved.id, { ...body, despite_block: true }) : null;
      });
      if (!placed) {
        setLeaving(false);
        afterSave.current = () => {
          void refresh();
          if (opened) onReload?.();
          void navigate(edit);
        };
        return;
      }
      afterSave.current = () => {
        toast.success(t('placed', { number: orderName(placed.number) }));
        // Navigates first: a draft that was placed must not be refetched.
        void navigate({ to: '/orders/view/$id', params: { id: placed.id }, replace: true }).then(refresh);
      };
    } catch (error) {
      setLeaving(false);
      // The draft is saved by now: its page shows the problems.
      if (opened && isApiError(error) && error.outcome === 'invalid') throw error;
      toastOrderError(error);
      afterSave.current = () => {
        void refresh();
        if (opened) onReload?.();
        void navigate(edit);
      };
    }
  };

  const go = (next: Intent) => {
    intent.current = next;
    if (next !== 'draft') {
      setAttempted(next);
      const errors = errorsOf(draftPreview?.problems ?? [], next);
      const [first] = Object.keys(errors).toReversed();
      if (first) {
        setErrors(errors);
        form.reveal(first);
        return;
      }
    }
    form.element.current?.requestSubmit();
  };
  const ready = isFresh && values.items.length > 0 && values.customer !== null;

  const askDelete = async (draft: DraftView) => {
    const question = {
      title: t('delete.title', { number: orderName(draft.number) }),
      text: t('delete.text'),
      confirm: t('delete'),
      danger: true,
    };
    if (!(await confirm(question))) return;
    try {
      // A preview on its way would find no draft.
      setLeaving(true);
      await client.cancelQueries({ queryKey: ['order-draft-preview', draft.id] });
      await deleteDraft(draft.id);
      form.resetDirty(form.values);
      toast.success(t('deleted'));
      await navigate({ to: '/orders/list', search: lastSearch(ordersList) });
      client.removeQueries({ queryKey: [...orders.key, 'one', draft.id] });
      void refresh();
    } catch (error) {
      setLeaving(false);
      toastOrderError(error);
    }
  };

  const moved = opened && !form.isDirty() && draftPreview && draftPreview.total !== opened.saved_total;
  return (
    <Form
      form={form}
      label={t(opened ? 'titleOf' : 'title', { number: orderName(opened?.number ?? 0) })}
      onSave={save}
      onSaved={() => afterSave.current?.()}
    >
      <PageHeader
        title={opened ? t('titleOf', { number: orderName(opened.number) }) : t('title')}
        subtitle={opened?.origin ? t('origin', { number: orderName(opened.origin.number) }) : undefined}
        back={{ to: '/orders/list', search: lastSearch(ordersList) }}
        more={
          opened && mayDelete
            ? [{ key: 'delete', label: t('delete'), icon: IconTrash, onClick: () => void askDelete(opened) }]
            : undefined
        }
        actions={
          <div className={classes.actions}>
            <Button variant="default" loading={form.busy && intent.current === 'draft'} onClick={() => go('draft')}>
              {t(opened ? 'save' : 'saveDraft')}
            </Button>
            <Button.Group>
              <Button disabled={!ready} loading={form.busy && intent.current !== 'draft'} onClick={() => go('order')}>
                {t('place')}
              </Button>
              <Menu position="bottom-end" width={260}>
                <Menu.Target>
                  <Button disabled={!ready} px={8} aria-label={t('more')}>
                    <IconChevronDown size={16} aria-hidden />
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item leftSection={<IconCash size={16} aria-hidden />} onClick={() => go('paid')}>
                    {t('placePaid')}
                    <div className={classes.menuText}>{t('placePaidText')}</div>
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </Button.Group>
          </div>
        }
      />
      <FormDraft form={form} of={`order:${id ?? 'new'}`} />
      {form.stale && (
        <Alert color="yellow" mb={16} icon={<IconAlertTriangle size={18} />} title={t('stale')} role="alert">
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              form.resetDirty(form.values);
              onReload?.();
            }}
          >
            {t('reload')}
          </Button>
        </Alert>
      )}
      {moved && (
        <Alert color="yellow" mb={16} icon={<IconAlertTriangle size={18} />} role="status">
          {t('changedNow', {
            from: formatMoney(opened.saved_total, currency, language),
            to: formatMoney(draftPreview.total, currency, language),
          })}
        </Alert>
      )}
      <TwoColumns
        main={
          <>
            <CustomerSection form={form} />
            <DraftLines form={form} lines={draftPreview?.lines ?? []} currency={currency} />
            <DraftShipping form={form} preview={draftPreview} currency={currency} />
          </>
        }
        side={
          <>
            <DraftSummary
              preview={draftPreview}
              isFresh={isFresh}
              failed={preview.isError && !refusal}
              currency={currency}
            />
            <DraftPayment form={form} preview={draftPreview} />
            <DraftDiscount
              form={form}
              preview={draftPreview}
              isFresh={isFresh}
              origin={opened?.origin ?? null}
              currency={currency}
            />
            {opened && (
              <Suspense fallback={<Skeleton height={150} radius="md" />}>
                <DraftLink draft={opened} dirty={form.isDirty()} />
              </Suspense>
            )}
            <Section title={t('note')}>
              <Textarea
                aria-label={t('note')}
                placeholder={t('note.placeholder')}
                autosize
                minRows={2}
                maxRows={6}
                maxLength={1000}
                {...form.getInputProps('note')}
              />
            </Section>
          </>
        }
      />
    </Form>
  );
}
