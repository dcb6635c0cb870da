import { Alert, Button, Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useShared } from '../i18n/use-shared';
import { Time } from '../ui/time';
import { useFormText } from './i18n';

/** Offers to restore unsaved input of an earlier visit. */
export function DraftOffer({ at, onRestore, onDiscard }: { at: number; onRestore: () => void; onDiscard: () => void }) {
  const s = useShared();
  const t = useFormText();
  return (
    <Alert mb={16} color="lapis" icon={<IconHistory size={18} aria-hidden />} title={s('draft.title')}>
      {t('draft.text')} <Time value={new Date(at).toISOString()} relative />
      <Group gap={8} mt={10}>
        <Button size="xs" onClick={onRestore}>
          {t('draft.restore')}
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t('draft.discard')}
        </Button>
      </Group>
    </Alert>
  );
}
