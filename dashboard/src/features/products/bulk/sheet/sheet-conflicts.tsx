import { Button, Group, Modal, Text } from '@mantine/core';
import { textOf } from '@/shared/i18n/texts';
import { useLanguage } from '@/shared/i18n/language';
import type { Column, Value } from './columns';
import { useSheetText } from './i18n';
import type { SheetStore } from './sheet-store';
import classes from './sheet.module.css';

/** Products changed by somebody else meanwhile: which version to keep, per product. */
export function SheetConflicts({
  store,
  name,
  show,
  onClose,
}: {
  store: SheetStore;
  name: (column: Column) => string;
  show: (column: Column, value: Value) => string;
  onClose: () => void;
}) {
  const t = useSheetText();
  const { language } = useLanguage();
  const all = [...store.conflicts.entries()];
  const settle = (ids: readonly string[], which: 'mine' | 'theirs') => {
    for (const id of ids) store.resolve(id, which);
    if (store.conflicts.size === 0) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('conflict.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {all.map(([id, now]) => (
        <div key={id} className={classes.conflict}>
          <Text fw={500}>
            <bdi>{textOf(now.title, language)}</bdi>
          </Text>
          {store.differences(id).map(({ line, column, mine, theirs }) => (
            <Text key={`${line.key} ${column.key}`} size="sm">
              {t('conflict.line', {
                field: [line.variant?.option_values.join(' / '), name(column)].filter(Boolean).join(' · '),
                mine: `\u2068${show(column, mine) || '—'}\u2069`,
                theirs: `\u2068${show(column, theirs) || '—'}\u2069`,
              })}
            </Text>
          ))}
          <Group gap={8} mt={8}>
            <Button size="xs" variant="default" onClick={() => settle([id], 'mine')}>
              {t('conflict.mine')}
            </Button>
            <Button size="xs" variant="default" onClick={() => settle([id], 'theirs')}>
              {t('conflict.theirs')}
            </Button>
          </Group>
        </div>
      ))}
      {all.length > 1 && (
        <Group justify="flex-end" mt={14}>
          <Button variant="default" onClick={() => settle([...store.conflicts.keys()], 'mine')}>
            {t('conflict.allMine')}
          </Button>
          <Button variant="default" onClick={() => settle([...store.conflicts.keys()], 'theirs')}>
            {t('conflict.allTheirs')}
          </Button>
        </Group>
      )}
    </Modal>
  );
}
