import { Alert } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { currentOf } from '@/shared/api/conflict';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { FormDraft } from '@/shared/forms/form-draft';
import { FormLanguageProvider } from '@/shared/forms/form-language';
import { useApiForm, type ApiForm } from '@/shared/forms/use-api-form';
import { getTimeZone } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { lastSearch } from '@/shared/table/use-list';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { PageHeader } from '@/shared/ui/page';
import { usePageName } from '@/shared/ui/page-name';
import { toast } from '@/shared/ui/toast';
import { contentPages, staleAfterChange, type PageView } from '../content-pages.api';
import { contentPagesList } from '../content-pages.search';
import { PageStatusBadge } from '../page-status';
import { usePageFormText } from './i18n';
import { PageFields } from './page-fields';
import { PageSaveBar } from './page-save-bar';
import { usePageActions } from './use-page-actions';
import { blankPage, bodyOf, checkPage, valuesOf, type PageValues } from './values';

const StalePage = lazyDialog(() => import('./stale-page'));

export type PageForm = ApiForm<PageValues>;

/** The form of a page: a new one from `start`, or an existing one. */
export function ContentPageForm({
  page,
  start,
  record,
}: {
  page?: PageView;
  start?: PageValues;
  /** Names what is being written: a draft is offered where it was begun. */
  record: string;
}) {
  const t = usePageFormText();
  const s = useShared();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const zone = getTimeZone();
  const maySave = useCan(page ? 'update' : 'create', 'Page');
  // The version that the form is based on; a background refetch does not replace it.
  const [base, setBase] = useState(page);
  // Changed to remount the editor, which keeps its own text.
  const [round, setRound] = useState(0);
  const remount = () => setRound((before) => before + 1);
  const created = useRef<PageView | null>(null);
  const form = useApiForm<PageValues>({
    initialValues: page ? valuesOf(page, zone) : (start ?? blankPage()),
    validate: checkPage,
    stripPrefix: 'seo.',
  });
  const save = useApiMutation({
    run: (values: PageValues) =>
      base
        ? contentPages.update(base.id, { ...bodyOf(values, zone), version: base.version }, { form: true })
        : contentPages.create(bodyOf(values, zone), { form: true }),
    invalidates: staleAfterChange,
  });
  const more = usePageActions(base, () => form.resetDirty());
  const current = currentOf<'put', '/pages/{id}'>(form.stale);
  const name = base ? textOf(base.title, language) : t('addTitle');
  usePageName(name);
  return (
    <>
      <PageHeader
        title={<bdi>{name}</bdi>}
        badge={base && <PageStatusBadge page={base} />}
        back={{ to: '/settings/store/pages', search: lastSearch(contentPagesList) }}
        more={more}
      />
      {!maySave && (
        <Alert color="gray" variant="light" mb={16} p={12}>
          {t('readOnly')}
        </Alert>
      )}
      <Form
        form={form}
        label={t(base ? 'editTitle' : 'addTitle')}
        onSave={async (values) => {
          const saved = await save.mutateAsync(values);
          created.current = saved;
          if (base) {
            setBase(saved);
            form.setValues(valuesOf(saved, zone));
          }
        }}
        onSaved={() => {
          toast.success(base ? s('saved') : t('created'));
          if (base || !created.current) return;
          void navigate({ to: '/settings/store/pages/$id', params: { id: created.current.id }, replace: true });
        }}
      >
        {maySave && <FormDraft form={form} of={`content-page:${record}`} onRestored={remount} />}
        <FormLanguageProvider>
          <PageFields form={form} base={base} round={round} isReadOnly={!maySave} onFilled={remount} />
        </FormLanguageProvider>
        {maySave && <PageSaveBar form={form} isNew={!base} onDiscard={() => form.discard(remount)} />}
      </Form>
      {base && current && (
        <Suspense fallback={null}>
          <StalePage
            base={valuesOf(base, zone)}
            mine={form.getValues()}
            theirs={valuesOf(current, zone)}
            onClose={form.clearStale}
            onResolve={(chosen, theirs) => {
              setBase(current);
              form.saveOver(chosen, theirs);
              remount();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
