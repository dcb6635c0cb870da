import { Button, Group, Popover } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconVideo } from '@tabler/icons-react';
import { useEditorState, type Editor } from '@tiptap/react';
import { useState } from 'react';
import { LtrField } from '../forms/ltr-field';
import { useShared } from '../i18n/use-shared';
import { readVideo } from '../lib/video-address';
import { useEditorText } from './i18n';

/** Asks for the address of a video: of a new one, or of the one that is chosen in the text. */
export function VideoControl({ editor }: { editor: Editor | null }) {
  const t = useEditorText();
  const [isOpen, setOpen] = useState(false);
  const chosen = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      current?.isActive('video') ? String(current.getAttributes('video').address) : null,
  });
  return (
    // Once a video is added the focus goes to the text, as with the other tools.
    <Popover opened={isOpen} onChange={setOpen} width={340} position="bottom-start" trapFocus withinPortal returnFocus>
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={t('editor.video')}
          title={t('editor.video')}
          active={chosen !== null}
          onClick={() => setOpen(!isOpen)}
        >
          <IconVideo size={16} stroke={1.5} />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown>
        <VideoForm
          address={chosen}
          onSave={(address) => {
            setOpen(false);
            const video = { type: 'video', attrs: { address } };
            // The words go on below a new one: typed over a chosen video, they would replace it.
            const content = chosen === null ? [video, { type: 'paragraph' }] : video;
            editor?.chain().focus().insertContent(content).run();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** No form element: the editor stands within one. */
function VideoForm({ address, onSave }: { address: string | null; onSave: (address: string) => void }) {
  const s = useShared();
  const t = useEditorText();
  const [text, setText] = useState(address ?? '');
  const [isWrong, setWrong] = useState(false);
  const save = () => {
    const video = readVideo(text);
    if (video) onSave(video.address);
    else setWrong(true);
  };
  return (
    <>
      <LtrField
        label={t('editor.videoAddress')}
        description={t('editor.videoHint')}
        placeholder="https://"
        inputMode="url"
        data-autofocus
        value={text}
        error={isWrong && t('editor.videoWrong')}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          save();
        }}
      />
      <Group justify="flex-end" mt={12}>
        <Button size="xs" onClick={save}>
          {s(address ? 'save' : 'add')}
        </Button>
      </Group>
    </>
  );
}
