import { Button, Group, Popover } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconBrandYoutube } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { LtrField } from '../forms/ltr-field';
import { useShared } from '../i18n/use-shared';
import { useEditorText } from './i18n';

/** A YouTube address; others are refused here and by the server. */
export function VideoControl({ editor }: { editor: Editor | null }) {
  const s = useShared();
  const t = useEditorText();
  const [opened, setOpened] = useState(false);
  const [address, setAddress] = useState('');
  const [wrong, setWrong] = useState(false);
  const insert = () => {
    if (
      /^https:\/\/(www\.|m\.)?(youtube\.com|youtu\.be|youtube-nocookie\.com)\//.test(address.trim()) &&
      editor?.commands.setYoutubeVideo({ src: address.trim() })
    ) {
      setOpened(false);
      setAddress('');
      setWrong(false);
    } else setWrong(true);
  };
  return (
    <Popover opened={opened} onChange={setOpened} width={320} trapFocus withinPortal>
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={t('editor.video')}
          title={t('editor.video')}
          onClick={() => setOpened(!opened)}
        >
          <IconBrandYoutube size={16} />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown>
        <LtrField
          label={t('editor.videoAddress')}
          value={address}
          error={wrong ? t('editor.videoWrong') : undefined}
          onChange={(event) => setAddress(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            insert();
          }}
        />
        <Group justify="flex-end" mt={10}>
          <Button size="xs" onClick={insert}>
            {s('add')}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
