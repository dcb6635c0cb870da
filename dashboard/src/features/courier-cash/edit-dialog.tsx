import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentOf } from '@/shared/api/conflict';
import { DialogForm } from '@/shared/forms/dialog-form';
import { required } from '@/shared/forms/rules';
import { StaleDialog } from '@/shared/forms/stale-dialog';
import { useApiForm } from '@/shared/forms/use-api-form';
import { toast } from '@/shared/ui/toast';
import { beginStep, settlements, sheetKey, type Settlement, type SettlementRow } from './courier-cash.api';
import { useCashText } from './i18n';
import { SettlementFields } from './settlement-fields';
import { bodyOf, valuesOf, type SettlementValues } from './settlement-values';

/** Changes a draft; rows that were judged already are judged again by what it says now. */
export default function EditDialog({
  settlement,
  isChecked,
  onClose,
}: {
  settlement: Settlement;
  isChecked: boolean;
  onClose: () => void;
}) {
  const t = useCashText();
  const client = useQueryClient();
  const [base, setBase] = useState<SettlementRow>(settlement);
  const form = useApiForm<SettlementValues>({
    initialValues: valuesOf(settlement),
    validate: { courier: required(), remitted_on: required(), late_after_days: required() },
  });
  const store = async (values: SettlementValues) => {
    const body = { ...bodyOf(values, false), version: base.version };
    client.setQueryData(
      settlements.findQuery(base.id).queryKey,
      await settlements.update(base.id, body, { form: true }),
    );
    void client.invalidateQueries({ queryKey: [...settlements.key, 'index'] });
    if (!isChecked) return;
    toast.success(t('recheck'));
    await beginStep(base.id, 'check');
    await client.invalidateQueries({ queryKey: sheetKey(base.sheet_id) });
  };
  const theirs = currentOf<'put', '/courier-settlements/{id}'>(form.stale);
  return (
    <>
      <DialogForm
        title={t('editTitle')}
        size={640}
        form={form}
        onSave={store}
        onClose={onClose}
        done={isChecked ? null : undefined}
      >
        <SettlementFields form={form} isNew={false} />
      </DialogForm>
      {theirs && (
        <StaleDialog<SettlementValues>
          fields={[
            { key: 'courier', label: t('f.courier') },
            { key: 'remitted_on', label: t('f.day') },
            { key: 'total', label: t('f.total') },
            { key: 'reference', label: t('f.reference') },
            { key: 'late_after_days', label: t('f.late') },
            { key: 'agreed_fee', label: t('f.fee') },
          ]}
          base={valuesOf(base)}
          mine={form.getValues()}
          theirs={valuesOf(theirs)}
          onClose={form.clearStale}
          onResolve={(values) => {
            setBase(theirs);
            form.saveOver(values, valuesOf(theirs));
          }}
        />
      )}
    </>
  );
}
