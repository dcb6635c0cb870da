import { Radio, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DialogFormBody } from '@/shared/forms/dialog-form-body';
import { useApiForm } from '@/shared/forms/use-api-form';
import { Dialog } from '@/shared/ui/dialog';
import { useLateAutofocus } from '@/shared/ui/use-late-autofocus';
import { staleAfterChange } from '../orders.api';
import { demandsQuery, saveDemands, type Demands } from './addresses.api';
import { useAddressGateText } from './i18n';

const exact = ['off', 'short_address', 'short_or_pin', 'any'] as const;

/** Settings of the address gate: what an address needs before its order ships. */
export default function DemandsDialog({ onClose }: { onClose: () => void }) {
  const t = useAddressGateText();
  const { data } = useQuery(demandsQuery);
  return (
    <Dialog title={t('settings')} size={540} onClose={onClose}>
      {data && <DemandsForm demands={data} onClose={onClose} />}
    </Dialog>
  );
}

function DemandsForm({ demands, onClose }: { demands: Demands; onClose: () => void }) {
  useLateAutofocus();
  const t = useAddressGateText();
  const save = useApiMutation({ run: saveDemands, invalidates: [demandsQuery.queryKey, ...staleAfterChange] });
  const form = useApiForm<Demands>({ initialValues: demands });
  const { is_on: on, exact: chosen } = form.values;
  const flag = (name: 'is_on' | 'unknown_city' | 'street') => ({
    ...form.getInputProps(name, { type: 'checkbox' }),
    checked: form.values[name],
  });
  return (
    <DialogFormBody form={form} onSave={(values) => save.mutateAsync(values)} onClose={onClose}>
      <Switch label={t('set.on')} description={t('set.onText')} data-autofocus {...flag('is_on')} />
      <Switch label={t('set.city')} description={t('set.cityText')} disabled={!on} {...flag('unknown_city')} />
      <Switch label={t('set.street')} description={t('set.streetText')} disabled={!on} {...flag('street')} />
      <Radio.Group
        label={t('set.exact')}
        value={chosen}
        onChange={(value) => form.setFieldValue('exact', value as Demands['exact'])}
      >
        <Stack gap={10} mt={8}>
          {exact.map((value) => (
            <Radio key={value} value={value} label={t(`set.exact.${value}`)} disabled={!on} />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        {t('set.again')}
      </Text>
    </DialogFormBody>
  );
}
