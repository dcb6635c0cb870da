import { ActionIcon, Button, Checkbox, SegmentedControl, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { DateField } from '@/shared/forms/date-field';
import { LtrField } from '@/shared/forms/ltr-field';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import { SaveBar } from '@/shared/forms/save-bar';
import { useKitText } from './i18n';
import { KitBlock, KitState } from './kit-block';

/** Buttons and fields, each in its states. */
export function KitControls() {
  const t = useKitText();
  const [segment, setSegment] = useState('all');
  const [amount, setAmount] = useState('149.50');
  const [count, setCount] = useState<number | null>(12);
  const segments = (['all', 'low', 'out'] as const).map((value) => ({ value, label: t(value) }));
  const kinds = [
    { name: t('main'), props: {} },
    { name: t('second'), props: { variant: 'default' } },
    { name: t('quiet'), props: { variant: 'subtle' } },
    { name: t('danger'), props: { color: 'red' } },
  ] as const;
  return (
    <>
      <KitBlock name="Button">
        {kinds.map(({ name, props }) => (
          <KitState key={name} name={name}>
            <Button {...props}>{t('save')}</Button>
          </KitState>
        ))}
        <KitState name={t('disabled')}>
          <Button disabled>{t('save')}</Button>
        </KitState>
        <KitState name={t('busy')}>
          <Button loading>{t('save')}</Button>
        </KitState>
        <KitState name="ActionIcon">
          <ActionIcon aria-label={t('delete')}>
            <IconTrash size={18} />
          </ActionIcon>
        </KitState>
        <KitState name="ActionIcon variant=default">
          <ActionIcon variant="default" aria-label={t('add')}>
            <IconPlus size={18} />
          </ActionIcon>
        </KitState>
      </KitBlock>
      <KitBlock name="TextInput">
        <KitState name={t('usual')} width={240}>
          <TextInput label={t('label')} description={t('hint')} />
        </KitState>
        <KitState name={t('filled')} width={240}>
          <TextInput label={t('label')} defaultValue={t('value')} required />
        </KitState>
        <KitState name={t('wrong')} width={240}>
          <TextInput label={t('label')} error={t('error')} required />
        </KitState>
        <KitState name={t('disabled')} width={240}>
          <TextInput label={t('label')} defaultValue={t('value')} disabled />
        </KitState>
      </KitBlock>
      <KitBlock name="MoneyField, NumberField, LtrField, DateField, Select, Textarea">
        <KitState name="MoneyField" width={200}>
          <MoneyField label={t('price')} value={amount} onChange={setAmount} />
        </KitState>
        <KitState name="NumberField" width={140}>
          <NumberField label={t('orders')} value={count} onChange={setCount} min={0} />
        </KitState>
        <KitState name="LtrField" width={220}>
          <LtrField label={t('product')} defaultValue="SKU-1001" />
        </KitState>
        <KitState name="DateField" width={200}>
          <DateField label={t('date')} defaultValue="2027-01-15" />
        </KitState>
        <KitState name="Select" width={200}>
          <Select label={t('products')} data={segments} defaultValue="all" allowDeselect={false} />
        </KitState>
        <KitState name="Textarea" width={240}>
          <Textarea label={t('label')} defaultValue={t('value')} rows={2} />
        </KitState>
      </KitBlock>
      <KitBlock name="SegmentedControl, Switch, Checkbox">
        <KitState name="sm">
          <SegmentedControl aria-label={t('all')} value={segment} onChange={setSegment} data={segments} />
        </KitState>
        <KitState name="xs">
          <SegmentedControl aria-label={t('low')} size="xs" value={segment} onChange={setSegment} data={segments} />
        </KitState>
        <KitState name="Switch">
          <Switch label={t('value')} defaultChecked />
        </KitState>
        <KitState name="Checkbox">
          <Checkbox label={t('value')} defaultChecked />
        </KitState>
      </KitBlock>
      <KitBlock name="SaveBar">
        <KitState name={t('unsaved')} width="100%">
          <SaveBar dirty busy={false} onDiscard={() => setSegment('all')}>
            <Button>{t('save')}</Button>
          </SaveBar>
        </KitState>
      </KitBlock>
    </>
  );
}
