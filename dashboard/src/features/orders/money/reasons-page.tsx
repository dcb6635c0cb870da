import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { NameDialog } from '@/shared/forms/name-dialog';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { EditableList } from '@/shared/ui/editable-list';
import { EditableRow } from '@/shared/ui/editable-row';
import { DetailPage } from '@/shared/ui/page';
import { useOrderMoneyText } from './i18n';
import { changeReason, deleteReason, reasonsKey, reasonsQuery, saveReason, type ReturnReason } from './money.api';

/** The store's return reasons. */
export function ReasonsPage() {
  return <DetailPage query={useQuery(reasonsQuery)}>{(all) => <Reasons reasons={all} />}</DetailPage>;
}

function Reasons({ reasons }: { reasons: ReturnReason[] }) {
  const t = useOrderMoneyText();
  const mayUpdate = useCan('update', 'Order');
  return (
    <EditableList
      rows={reasons}
      text={t('reasons.text')}
      add={t('reasons.add')}
      empty={t('reasons.empty')}
      mayCreate={mayUpdate}
      row={(reason, onEdit) => <Reason key={reason.id} reason={reason} mayUpdate={mayUpdate} onEdit={onEdit} />}
      dialog={(reason, onClose) => <ReasonDialog key={reason?.id ?? 'new'} reason={reason} onClose={onClose} />}
    />
  );
}

function Reason({ reason, mayUpdate, onEdit }: { reason: ReturnReason; mayUpdate: boolean; onEdit: () => void }) {
  const t = useOrderMoneyText();
  const { language } = useLanguage();
  const text = textOf(reason.name, language);
  const name = `\u2068${text}\u2069`;
  return (
    <EditableRow
      words={{
        edit: t('reasons.edit', { name }),
        remove: t('reasons.remove', { name }),
        active: t('reasons.active', { name }),
        ask: t('reasons.ask', { name }),
        askText: t('reasons.askText'),
        confirm: t('reasons.delete'),
        deleted: t('reasons.deleted'),
      }}
      isActive={reason.is_active}
      mayUpdate={mayUpdate}
      mayDelete={mayUpdate}
      invalidates={[reasonsKey]}
      onEdit={onEdit}
      onSwitch={(is_active) => changeReason(reason, { is_active })}
      onRemove={() => deleteReason(reason.id)}
    >
      <Text size="sm" fw={500} component="div" c={reason.is_active ? undefined : 'dimmed'}>
        <bdi>{text}</bdi>
      </Text>
    </EditableRow>
  );
}

function ReasonDialog({ reason, onClose }: { reason: ReturnReason | null; onClose: () => void }) {
  const t = useOrderMoneyText();
  return (
    <NameDialog
      title={t(reason ? 'reasons.editTitle' : 'reasons.addTitle')}
      label={t('reasons.name')}
      placeholder={t('reasons.placeholder')}
      name={reason?.name}
      run={(values) => saveReason(reason?.id ?? null, { ...values, ...(reason ? { version: reason.version } : {}) })}
      invalidates={[reasonsKey]}
      onClose={onClose}
    />
  );
}
