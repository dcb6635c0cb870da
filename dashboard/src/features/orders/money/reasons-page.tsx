import { ActionIcon, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { TranslatedField } from '@/shared/forms/translated-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { getSession, storeLanguages, useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { DetailPage, Section } from '@/shared/ui/page';
import { toast } from '@/shared/ui/toast';
import { Dialog } from '@/shared/ui/dialog';
import { useOrderMoneyText } from './i18n';
import { changeReason, deleteReason, reasonsKey, reasonsQuery, saveReason, type ReturnReason } from './money.api';
import classes from './money.module.css';

/** The merchant's own list of reasons for returns. */
export function ReasonsPage() {
  return <DetailPage query={useQuery(reasonsQuery)}>{(all) => <Reasons reasons={all} />}</DetailPage>;
}

function Reasons({ reasons }: { reasons: ReturnReason[] }) {
  const t = useOrderMoneyText();
  const mayUpdate = useCan('update', 'Order');
  const [open, setOpen] = useState<ReturnReason | 'new' | null>(null);
  return (
    <Section
      title={t('reasons.title')}
      text={t('reasons.text')}
      actions={
        mayUpdate && (
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
            {t('reasons.add')}
          </Button>
        )
      }
    >
      {reasons.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('reasons.empty')}
        </Text>
      )}
      {reasons.map((reason) => (
        <Reason key={reason.id} reason={reason} mayUpdate={mayUpdate} onEdit={() => setOpen(reason)} />
      ))}
      {open && (
        <ReasonDialog
          key={open === 'new' ? 'new' : open.id}
          reason={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  );
}

function Reason({ reason, mayUpdate, onEdit }: { reason: ReturnReason; mayUpdate: boolean; onEdit: () => void }) {
  const t = useOrderMoneyText();
  const { language } = useLanguage();
  const text = textOf(reason.name, language);
  const name = `\u2068${text}\u2069`;
  const save = useApiMutation({
    run: (is_active: boolean) => changeReason(reason, { is_active }),
    invalidates: [reasonsKey],
  });
  const remove = useApiMutation({
    run: () => deleteReason(reason.id),
    invalidates: [reasonsKey],
    done: () => toast.success(t('reasons.deleted')),
  });
  const ask = async () => {
    const sure = await confirm({
      title: t('reasons.ask', { name }),
      text: t('reasons.askText'),
      confirm: t('reasons.delete'),
      danger: true,
    });
    if (sure) remove.mutate();
  };
  return (
    <div className={classes.reason}>
      <Text size="sm" fw={500} className={classes.reasonName} c={reason.is_active ? undefined : 'dimmed'}>
        <bdi>{text}</bdi>
      </Text>
      {mayUpdate && (
        <>
          <ActionIcon variant="subtle" color="gray" aria-label={t('reasons.edit', { name })} onClick={onEdit}>
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('reasons.remove', { name })}
            loading={remove.isPending}
            onClick={() => void ask()}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
      <Switch
        aria-label={t('reasons.active', { name })}
        checked={save.isPending ? save.variables : reason.is_active}
        disabled={!mayUpdate}
        onChange={(event) => save.mutate(event.currentTarget.checked)}
      />
    </div>
  );
}

function ReasonDialog({ reason, onClose }: { reason: ReturnReason | null; onClose: () => void }) {
  const t = useOrderMoneyText();
  const s = useShared();
  const save = useApiMutation({
    run: (values: { name: { ar: string; en: string } }) =>
      saveReason(reason?.id ?? null, { ...values, ...(reason ? { version: reason.version } : {}) }),
    invalidates: [reasonsKey],
  });
  const form = useApiForm<{ name: { ar: string; en: string } }>({
    initialValues: { name: { ar: reason?.name.ar ?? '', en: reason?.name.en ?? '' } },
    validate: (values) => {
      const languages = storeLanguages(getSession());
      const written = languages.some((language) => values.name[language].trim());
      return written ? {} : { [`name.${languages[0] ?? 'ar'}`]: s('rule.required') };
    },
  });
  return (
    <Dialog tall title={t(reason ? 'reasons.editTitle' : 'reasons.addTitle')} size={440} onClose={onClose}>
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
          <TranslatedField
            form={form}
            name="name"
            label={t('reasons.name')}
            placeholder={t('reasons.placeholder')}
            required
            maxLength={100}
            autoFocus
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
