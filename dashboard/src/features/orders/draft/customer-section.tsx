import { Button, Combobox, Group, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { MobileLine } from '@/modules/person/contact';
import { readableMobile } from '@/modules/person/mobile';
import { DialogFormBody } from '@/shared/forms/dialog-form-body';
import { PhoneField } from '@/shared/forms/phone-field';
import { required } from '@/shared/forms/rules';
import { useApiForm, type ApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { LazyDialog } from '@/shared/ui/lazy-overlay';
import { Section } from '@/shared/ui/page';
import { customers, type CustomerDetail } from './draft.api';
import type { DraftCustomer, DraftValues } from './draft.model';
import { useOrderDraftText } from './i18n';
import classes from './draft.module.css';
import { LinkAnchor } from '@/shared/ui/link-anchor';

/** The customer of the draft: found by name or number, or created here. */
export function CustomerSection({ form }: { form: ApiForm<DraftValues> }) {
  const t = useOrderDraftText();
  const { customer } = form.values;
  const put = (next: DraftCustomer | null) => {
    form.setFieldValue('customer', next);
    form.clearFieldError('customer_id');
    // The address belongs to the previous customer.
    if (next?.id !== customer?.id) form.setFieldValue('address', null);
  };
  return (
    <Section
      title={t('customer')}
      actions={
        customer && (
          <Button variant="subtle" color="gray" size="xs" onClick={() => put(null)}>
            {t('customer.change')}
          </Button>
        )
      }
    >
      {customer ? <ChosenCustomer customer={customer} /> : <Picker error={form.errors.customer_id} onPick={put} />}
    </Section>
  );
}

function ChosenCustomer({ customer }: { customer: DraftCustomer }) {
  const t = useOrderDraftText();
  const mayRead = useCan('read', 'Customer');
  const known = useQuery({ ...customers.findQuery(customer.id), enabled: mayRead }).data;
  return (
    <Group justify="space-between" gap={12}>
      <div>
        <Text fw={500} component="div">
          <bdi>{customer.name}</bdi>
        </Text>
        {known && (
          <Text size="xs" c="dimmed">
            {t('customer.orders', { count: known.orders_count })}
            {' · '}
            <LinkAnchor size="xs" underline="always" to="/customers/view/$id" params={{ id: customer.id }}>
              {t('customer.open')}
            </LinkAnchor>
          </Text>
        )}
      </div>
      {customer.mobile && <MobileLine mobile={customer.mobile} />}
    </Group>
  );
}

const fresh = 'new';

function Picker({ error, onPick }: { error: ReactNode; onPick: (customer: DraftCustomer) => void }) {
  const t = useOrderDraftText();
  const s = useShared();
  const mayCreate = useCan('create', 'Customer');
  const [input, setInput] = useState('');
  const [creating, setCreating] = useState<string | null>(null);
  const [search] = useDebouncedValue(input.trim(), 200);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const query = useQuery({
    ...customers.indexQuery({ search: search || undefined, per_page: 20 }),
    enabled: combobox.dropdownOpened,
    placeholderData: keepPreviousData,
  });
  const rows = (query.data?.data ?? []).slice(0, 8);
  return (
    <>
      <Combobox
        store={combobox}
        onOptionSubmit={(id) => {
          combobox.closeDropdown();
          if (id === fresh) return setCreating(input.trim());
          const row = rows.find((candidate) => candidate.id === id);
          if (row) onPick({ id: row.id, name: row.name, mobile: row.mobile ?? '' });
        }}
      >
        <Combobox.Target>
          <TextInput
            aria-label={t('customer')}
            placeholder={t('customer.search')}
            data-path="customer_id"
            leftSection={<IconSearch size={16} aria-hidden />}
            rightSection={query.isFetching ? <Loader size={14} /> : undefined}
            value={input}
            error={error}
            onChange={(event) => {
              setInput(event.currentTarget.value);
              combobox.openDropdown();
              combobox.updateSelectedOptionIndex();
            }}
            onFocus={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options aria-label={s('list.results')} mah={340} style={{ overflowY: 'auto' }}>
            {rows.map((row) => (
              <Combobox.Option key={row.id} value={row.id}>
                <span className={classes.option}>
                  <bdi>{row.name}</bdi>
                  {row.mobile && (
                    <Text size="xs" c="dimmed" component="span">
                      <bdi className="num">{readableMobile(row.mobile)}</bdi>
                    </Text>
                  )}
                </span>
              </Combobox.Option>
            ))}
            {rows.length === 0 && <Combobox.Empty>{query.data ? s('list.noResults') : s('loading')}</Combobox.Empty>}
            {mayCreate && (
              <Combobox.Option value={fresh} className={classes.create}>
                <IconUserPlus size={16} aria-hidden />
                {input.trim() ? t('customer.newNamed', { name: `\u2068${input.trim()}\u2069` }) : t('customer.new')}
              </Combobox.Option>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {creating !== null && (
        <NewCustomer
          input={creating}
          onClose={() => setCreating(null)}
          onMade={(customer) => {
            setCreating(null);
            onPick({ id: customer.id, name: customer.name, mobile: customer.mobile ?? '' });
          }}
        />
      )}
    </>
  );
}

/** The typed search is taken as a number when it has no letters. */
function NewCustomer({
  input,
  onMade,
  onClose,
}: {
  input: string;
  onMade: (customer: CustomerDetail) => void;
  onClose: () => void;
}) {
  const t = useOrderDraftText();
  const { language } = useLanguage();
  const client = useQueryClient();
  const isNumber = input !== '' && !/\p{L}/u.test(input);
  const form = useApiForm({
    initialValues: { name: isNumber ? '' : input, mobile: isNumber ? input : '' },
    validate: { name: required(), mobile: required() },
  });
  return (
    <LazyDialog title={t('customer.new')} onClose={onClose}>
      <DialogFormBody
        form={form}
        submit={t('customer.save')}
        done={null}
        onClose={onClose}
        onSave={async ({ name, mobile }) => {
          const created = await customers.create(
            { name, mobile, language, email: null, tags: [], group_ids: [], version: null },
            { form: true },
          );
          void client.invalidateQueries({ queryKey: customers.key });
          onMade(created);
        }}
      >
        <TextInput label={t('customer.name')} required maxLength={100} data-autofocus {...form.getInputProps('name')} />
        <PhoneField
          label={t('customer.mobile')}
          required
          value={form.values.mobile}
          onChange={(mobile) => form.setFieldValue('mobile', mobile)}
          error={form.errors.mobile}
          data-path="mobile"
        />
      </DialogFormBody>
    </LazyDialog>
  );
}
