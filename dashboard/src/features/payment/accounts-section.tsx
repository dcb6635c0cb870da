import { ActionIcon, Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { required } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { Dialog } from '@/shared/ui/dialog';
import { Section } from '@/shared/ui/page';
import { toast } from '@/shared/ui/toast';
import { accountsQuery, bankAccounts, deleteAccount, type BankAccount, type BankAccountIn } from './accounts.api';
import classes from './accounts.module.css';
import { usePaymentText } from './i18n';

/** PY-04: the store's bank accounts, which shoppers who pay by transfer see. */
export function AccountsSection() {
  const t = usePaymentText();
  const accounts = useQuery(accountsQuery).data;
  const mayCreate = useCan('create', 'BankAccount');
  const [open, setOpen] = useState<BankAccount | 'new' | null>(null);
  if (!accounts) return null;
  return (
    <Section
      title={t('accounts')}
      text={t('accounts.text')}
      actions={
        mayCreate && (
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
            {t('accounts.add')}
          </Button>
        )
      }
    >
      {accounts.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('accounts.empty')}
        </Text>
      )}
      {accounts.map((account) => (
        <Account key={account.id} account={account} onEdit={() => setOpen(account)} />
      ))}
      {open && <AccountDialog account={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </Section>
  );
}

function Account({ account, onEdit }: { account: BankAccount; onEdit: () => void }) {
  const t = usePaymentText();
  const mayUpdate = useCan('update', 'BankAccount');
  const mayDelete = useCan('delete', 'BankAccount');
  const name = `\u2068${account.bank_name}\u2069`;
  const save = useApiMutation({
    run: (is_active: boolean) => bankAccounts.update(account.id, { is_active, version: account.version }),
    invalidates: [bankAccounts.key],
  });
  const remove = useApiMutation({
    run: () => deleteAccount(account.id),
    invalidates: [bankAccounts.key],
    done: () => toast.success(t('accounts.deleted')),
  });
  const ask = async () => {
    const sure = await confirm({
      title: t('accounts.ask', { name }),
      text: t('accounts.askText'),
      confirm: t('accounts.delete'),
      danger: true,
    });
    if (sure) remove.mutate();
  };
  return (
    <div className={classes.account}>
      <div className={classes.facts}>
        <Text size="sm" fw={500} component="div" c={account.is_active ? undefined : 'dimmed'}>
          <bdi>{account.bank_name}</bdi>
        </Text>
        <Text size="xs" c="dimmed" component="div">
          <bdi>{account.beneficiary_name}</bdi>
        </Text>
        {[account.iban, account.account_number].filter(Boolean).map((number) => (
          <Text key={number} size="xs" component="div">
            <bdi dir="ltr" className="num">
              {number}
            </bdi>
          </Text>
        ))}
      </div>
      {mayUpdate && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('accounts.edit', { name })} onClick={onEdit}>
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      )}
      {mayDelete && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('accounts.remove', { name })}
          loading={remove.isPending}
          onClick={() => void ask()}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
      <Switch
        aria-label={t('accounts.active', { name })}
        checked={save.isPending ? save.variables : account.is_active}
        disabled={!mayUpdate}
        onChange={(event) => save.mutate(event.currentTarget.checked)}
      />
    </div>
  );
}

type Values = Required<Pick<BankAccountIn, 'bank_name' | 'beneficiary_name' | 'iban' | 'account_number'>>;

function AccountDialog({ account, onClose }: { account: BankAccount | null; onClose: () => void }) {
  const t = usePaymentText();
  const s = useShared();
  const save = useApiMutation({
    run: (values: Values) =>
      account
        ? bankAccounts.update(account.id, { ...values, version: account.version }, { form: true })
        : bankAccounts.create(values, { form: true }),
    invalidates: [bankAccounts.key],
  });
  const form = useApiForm<Record<keyof Values, string>>({
    initialValues: {
      bank_name: account?.bank_name ?? '',
      beneficiary_name: account?.beneficiary_name ?? '',
      iban: account?.iban ?? '',
      account_number: account?.account_number ?? '',
    },
    validate: { bank_name: required(), beneficiary_name: required() },
  });
  return (
    <Dialog tall title={t(account ? 'accounts.editTitle' : 'accounts.addTitle')} size={460} onClose={onClose}>
      <Form
        form={form}
        guard={false}
        onSave={(values) => save.mutateAsync(values)}
        onSaved={() => {
          toast.success(s('saved'));
          onClose();
        }}
      >
        <Stack gap={16}>
          <TextInput
            label={t('accounts.bank')}
            required
            maxLength={100}
            data-autofocus
            {...form.getInputProps('bank_name')}
          />
          <TextInput
            label={t('accounts.beneficiary')}
            description={t('accounts.beneficiaryHint')}
            required
            maxLength={100}
            {...form.getInputProps('beneficiary_name')}
          />
          <TextInput label={t('accounts.iban')} dir="ltr" maxLength={60} {...form.getInputProps('iban')} />
          <TextInput
            label={t('accounts.number')}
            description={t('accounts.numberHint')}
            dir="ltr"
            maxLength={40}
            {...form.getInputProps('account_number')}
          />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {s('cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {s('save')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}
