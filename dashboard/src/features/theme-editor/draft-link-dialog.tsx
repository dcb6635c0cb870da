import { Button, Group, Stack } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { LtrField } from '@/shared/forms/ltr-field';
import { useShared } from '@/shared/i18n/use-shared';
import { copyText } from '@/shared/ui/copy';
import { Dialog } from '@/shared/ui/dialog';
import { useThemeText } from './i18n';

/** A link to the draft that was not copied: selected, to be copied by hand or with another try. */
export default function DraftLinkDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const t = useThemeText();
  const s = useShared();
  const copy = async () => {
    if (await copyText(url, { done: t('shared') })) onClose();
  };
  return (
    <Dialog title={t('draftLink')} onClose={onClose}>
      <Stack gap={16}>
        <LtrField
          label={t('draftLinkLabel')}
          description={t('draftLinkText')}
          value={url}
          readOnly
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {s('close')}
          </Button>
          <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
            {t('copyLink')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
