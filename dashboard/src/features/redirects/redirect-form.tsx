import { Radio, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { currentOf } from '@/shared/api/conflict';
import { Form } from '@/shared/forms/form';
import { LtrField } from '@/shared/forms/ltr-field';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useCan } from '@/shared/session/session';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { toast } from '@/shared/ui/toast';
import { useLateAutofocus } from '@/shared/ui/use-late-autofocus';
import { useRedirectText } from './i18n';
import { RedirectSuggestion } from './redirect-suggestion';
import { bodyOf, savedMessage, valuesOf, type RedirectValues } from './redirect-values';
import { redirects, staleAfterChange, type RedirectView } from './redirects.api';

const StaleRedirect = lazyDialog(() => import('./stale-redirect'));

export function RedirectForm({
  redirect,
  address = '',
  onDone,
}: {
  redirect: RedirectView | null;
  /** What a new one begins with. */
  address?: string;
  onDone: () => void;
}) {
  const t = useRedirectText();
  useLateAutofocus();
  const client = useQueryClient();
  const mayUpdate = useCan('update', 'Page');
  const mayCreate = useCan('create', 'Page');
  const maySave = redirect ? mayUpdate : mayCreate;
  // The version that the form is based on; a background refetch must not replace it.
  const [base, setBase] = useState(redirect);
  const [saved, setSaved] = useState<RedirectView | null>(null);
  // The address whose page is looked for: asked when the field is left.
  const [asked, setAsked] = useState(redirect?.address ?? address);
  const form = useApiForm<RedirectValues>({
    initialValues: valuesOf(redirect, address),
    validate: { address: required(), target: required() },
  });
  const store = async (values: RedirectValues) => {
    const result = base
      ? await redirects.update(base.id, { ...bodyOf(values), version: base.version }, { form: true })
      : await redirects.create(bodyOf(values), { form: true });
    client.setQueryData(redirects.findQuery(result.id).queryKey, result);
    toast.success(t(...savedMessage(result, values)));
    setSaved(result);
  };
  const finish = () => {
    void Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
    onDone();
  };
  const addressProps = form.getInputProps('address');
  return (
    <>
      <Form form={form} onSave={store} onSaved={finish}>
        <Stack gap={18}>
          <LtrField
            label={t('form.address')}
            description={t('form.addressText')}
            placeholder="/products/old-name"
            required
            maxLength={500}
            readOnly={!maySave}
            data-autofocus={!address || undefined}
            {...addressProps}
            onBlur={(event) => {
              addressProps.onBlur?.(event);
              setAsked(event.currentTarget.value.trim());
            }}
          />
          <RedirectSuggestion
            address={saved ? '' : asked}
            isOffered={maySave && form.values.target.trim() === ''}
            onUse={(target) => form.setFieldValue('target', target)}
          />
          <LtrField
            label={t('form.target')}
            description={t('form.targetText')}
            placeholder="/products/new-name"
            required
            maxLength={500}
            readOnly={!maySave}
            data-autofocus={address ? true : undefined}
            {...form.getInputProps('target')}
          />
          <Radio.Group label={t('form.kind')} {...form.getInputProps('kind')}>
            <Stack gap={10} mt={8}>
              {(['permanent', 'temporary'] as const).map((kind) => (
                <Radio
                  key={kind}
                  value={kind}
                  label={t(`form.${kind}`)}
                  description={t(`form.${kind}Text`)}
                  disabled={!maySave}
                />
              ))}
            </Stack>
          </Radio.Group>
          <DialogFoot submit={maySave ? undefined : null} isBusy={form.busy} onCancel={onDone} />
        </Stack>
      </Form>
      {form.stale && base && (
        <Suspense fallback={null}>
          <StaleRedirect
            base={valuesOf(base)}
            mine={form.getValues()}
            current={currentOf<'put', '/redirects/{id}'>(form.stale)}
            onClose={form.clearStale}
            onResolve={(values, theirs) => {
              setBase(theirs);
              form.saveOver(values, valuesOf(theirs));
            }}
          />
        </Suspense>
      )}
    </>
  );
}
