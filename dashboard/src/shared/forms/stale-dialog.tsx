import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useShared } from '../i18n/use-shared';
import { useFormText } from './i18n';
import { compareStale } from './stale';

/**
 * Conflict dialog (409): somebody else saved this row while it was open. Shows both values field by field and saves the
 * choice on top of the newer version (state rule 8).
 *
 * ```tsx
 * {current && <StaleDialog fields={[{ key: 'name', label: t('name') }]} base={valuesOf(base)} mine={form.getValues()}
 *   theirs={valuesOf(current)} onClose={form.clearStale}
 *   onResolve={(values) => { setBase(current); form.saveOver(values, valuesOf(current)); }} />}
 * ```
 * (`current` is `currentOf<'put', '/coupons/{id}'>(form.stale)`; the call is made with `{ form: true }`, so that only
 * the dialog reports the conflict.)
 */
export function StaleDialog<Row extends object>({
  fields,
  base,
  mine,
  theirs,
  onResolve,
  onClose,
}: {
  fields: readonly { key: keyof Row & string; label: string; show?: (value: unknown) => ReactNode }[];
  base: Row;
  mine: Row;
  theirs: Row;
  onResolve: (values: Row) => void;
  onClose: () => void;
}) {
  const s = useShared();
  const f = useFormText();
  const { merged, conflicts } = compareStale(
    base,
    mine,
    theirs,
    fields.map((field) => field.key),
  );
  const [choice, setChoice] = useState<Record<string, 'mine' | 'theirs'>>({});
  const show = (key: string, value: unknown): ReactNode => {
    const field = fields.find((candidate) => candidate.key === key);
    if (field?.show) return field.show(value);
    if (value === null || value === undefined || value === '') return '—';
    return typeof value === 'object'
      ? Object.values(value)
          .filter((part) => typeof part === 'string' && part)
          .join(' / ')
      : String(value);
  };
  const save = () => {
    const values = { ...merged };
    for (const conflict of conflicts) {
      if (choice[conflict.key] === 'theirs') values[conflict.key] = conflict.theirs as Row[typeof conflict.key];
    }
    onClose();
    onResolve(values);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={600}>{f('stale.title')}</Text>}
      size="lg"
      closeButtonProps={{ 'aria-label': s('close') }}
    >
      <Text size="sm" c="dimmed" mb={16}>
        {conflicts.length > 0 ? f('stale.text') : f('stale.mergeable')}
      </Text>
      <Stack gap={18}>
        {conflicts.map((conflict) => (
          <Radio.Group
            key={conflict.key}
            label={fields.find((field) => field.key === conflict.key)?.label}
            value={choice[conflict.key] ?? 'mine'}
            onChange={(value) => setChoice({ ...choice, [conflict.key]: value as 'mine' | 'theirs' })}
          >
            <Stack gap={8} mt={6}>
              <Radio
                value="mine"
                label={
                  <>
                    <strong>{f('stale.mine')}</strong> <bdi>{show(conflict.key, conflict.mine)}</bdi>
                  </>
                }
              />
              <Radio
                value="theirs"
                label={
                  <>
                    <strong>{f('stale.theirs')}</strong> <bdi>{show(conflict.key, conflict.theirs)}</bdi>
                  </>
                }
              />
            </Stack>
          </Radio.Group>
        ))}
      </Stack>
      <Group justify="flex-end" mt={24} gap={8}>
        <Button variant="default" onClick={onClose}>
          {f('stale.back')}
        </Button>
        <Button onClick={save}>{f('stale.save')}</Button>
      </Group>
    </Modal>
  );
}
