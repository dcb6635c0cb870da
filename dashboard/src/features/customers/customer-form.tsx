import { MultiSelect, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { currentOf } from '@/shared/api/conflict';
import { Form } from '@/shared/forms/form';
import { FormDraft } from '@/shared/forms/form-draft';
import { LtrField } from '@/shared/forms/ltr-field';
import { PhoneField } from '@/shared/forms/phone-field';
import { all, email, required } from '@/shared/forms/rules';
import { StaleDialog } from '@/shared/forms/stale-dialog';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useLanguage, type Language } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { toast } from '@/shared/ui/toast';
import { useLateAutofocus } from '@/shared/ui/use-late-autofocus';
import { customers, labelsQuery, staleAfterChange, type CustomerDetail } from './customers.api';
import { useCustomerText } from './i18n';
import { useCustomerFormText } from './form/i18n';

interface CustomerValues extends Record<string, unknown> {
  name: string;
  mobile: string;
  email: string;
  language: Language;
  tags: string[];
  group_ids: string[];
}

const valuesOf = (customer: CustomerDetail | null, language: Language): CustomerValues => ({
  name: customer?.name ?? '',
  mobile: customer?.mobile ?? '',
  email: customer?.email ?? '',
  language: (customer?.language as Language | undefined) ?? language,
  tags: customer?.tags ?? [],
  group_ids: customer?.groups.map((group) => group.id) ?? [],
});

/** CU-01: a customer by hand, or what is changed of one. */
export function CustomerForm({
  customer,
  onDone,
  onCreated,
}: {
  customer: CustomerDetail | null;
  onDone: () => void;
  onCreated?: (customer: CustomerDetail) => void;
}) {
  const t = useCustomerText();
  const f = useCustomerFormText();
  const s = useShared();
  useLateAutofocus();
  const { language } = useLanguage();
  const client = useQueryClient();
  const labels = useQuery(labelsQuery).data;
  // What this form stands on; a background refetch must not make an old form look new.
  const [base, setBase] = useState(customer);
  const created = useRef<CustomerDetail | null>(null);
  const form = useApiForm<CustomerValues>({
    initialValues: valuesOf(customer, language),
    validate: {
      name: required(),
      email: all(email()),
      mobile: (value, values) => (!value && !values.email ? f('form.contactMissing') : null),
    },
  });
  const groups = (labels?.groups ?? []).map((group) => ({ value: group.id, label: group.name }));
  const groupNames = (ids: unknown) =>
    (ids as string[]).map((id) => groups.find((group) => group.value === id)?.label ?? id).join(s('list.and')) || '—';
  const words = (value: unknown) => (value as string[]).join(s('list.and')) || '—';

  const save = async (values: CustomerValues) => {
    if (base) await customers.update(base.id, { ...values, version: base.version }, { form: true });
    else created.current = await customers.create({ ...values, version: null }, { form: true });
  };
  const finish = () => {
    toast.success(f(customer ? 'form.saved' : 'form.created'));
    void Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
    if (created.current && onCreated) onCreated(created.current);
    else onDone();
  };
  const current = currentOf<'put', '/customers/{id}'>(form.stale);
  return (
    <>
      <Form form={form} onSave={save} onSaved={finish}>
        <FormDraft form={form} of={`customer:${base?.id ?? 'new'}`} />
        <Stack gap={18}>
          <TextInput label={f('form.name')} required maxLength={100} data-autofocus {...form.getInputProps('name')} />
          <PhoneField
            label={f('form.mobile')}
            value={form.values.mobile}
            onChange={(mobile) => form.setFieldValue('mobile', mobile)}
            error={form.errors.mobile}
            data-path="mobile"
          />
          <LtrField label={f('form.email')} type="email" maxLength={254} {...form.getInputProps('email')} />
          <Select
            label={f('form.language')}
            description={f('form.languageText')}
            allowDeselect={false}
            data={[
              { value: 'ar', label: t('language.ar') },
              { value: 'en', label: t('language.en') },
            ]}
            {...form.getInputProps('language')}
          />
          <TagsInput
            label={t('tags')}
            description={f('form.tagsText')}
            data={labels?.tags ?? []}
            maxTags={50}
            maxLength={60}
            clearable
            {...form.getInputProps('tags')}
          />
          {(groups.length > 0 || (customer?.groups.length ?? 0) > 0) && (
            <MultiSelect
              label={t('groups')}
              data={groups}
              searchable={groups.length > 8}
              clearable
              nothingFoundMessage={s('list.noResults')}
              {...form.getInputProps('group_ids')}
            />
          )}
          <DialogFoot submit={customer ? undefined : t('add')} isBusy={form.busy} onCancel={onDone} />
        </Stack>
      </Form>
      {base && current && (
        <StaleDialog<CustomerValues>
          fields={[
            { key: 'name', label: f('form.name') },
            { key: 'mobile', label: f('form.mobile') },
            { key: 'email', label: f('form.email') },
            {
              key: 'language',
              label: f('form.language'),
              show: (value) => t(value === 'en' ? 'language.en' : 'language.ar'),
            },
            { key: 'tags', label: t('tags'), show: words },
            { key: 'group_ids', label: t('groups'), show: groupNames },
          ]}
          base={valuesOf(base, language)}
          mine={form.getValues()}
          theirs={valuesOf(current, language)}
          onClose={form.clearStale}
          onResolve={(values) => {
            setBase(current);
            form.saveOver(values, valuesOf(current, language));
          }}
        />
      )}
    </>
  );
}
