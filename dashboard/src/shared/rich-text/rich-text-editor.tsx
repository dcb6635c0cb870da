import { Button, Group, Input, Popover } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.layer.css';
import {
  IconBrandYoutube,
  IconIndentDecrease,
  IconIndentIncrease,
  IconTextDirectionLtr,
  IconTextDirectionRtl,
} from '@tabler/icons-react';
import Subscript from '@tiptap/extension-subscript';
import Superscript from '@tiptap/extension-superscript';
import TextAlign from '@tiptap/extension-text-align';
import { BackgroundColor, Color, TextStyle } from '@tiptap/extension-text-style';
import Youtube from '@tiptap/extension-youtube';
import { useEditor, type Editor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useState, type ReactNode } from 'react';
import { useLanguage, type Direction } from '../i18n/language';
import { useShared } from '../i18n/use-shared';
import { useEditorText } from './i18n';
import { LtrField } from '../forms/ltr-field';
import { Indent } from './indent';
import { RovingToolbar } from './roving-toolbar';

export interface RichTextProps {
  label?: string;
  value: string;
  onChange: (html: string) => void;
  /** Direction of the text, when it is not that of the interface. */
  dir?: Direction;
  error?: ReactNode;
  minHeight?: number;
  'data-path'?: string;
}

const colors = ['#22201c', '#6b665d', '#c4302b', '#b45309', '#0f5c34', '#0b5663', '#3643b8', '#5a2ea6'];

export default function RichTextEditorField({
  label,
  value,
  onChange,
  dir,
  error,
  minHeight = 220,
  ...rest
}: RichTextProps) {
  const s = useShared();
  const t = useEditorText();
  const page = useLanguage();
  const direction = dir ?? page.dir;
  const editor = useEditor({
    extensions: [
      StarterKit.configure({ link: { openOnClick: false, defaultProtocol: 'https' } }),
      TextAlign.configure({ types: ['heading', 'paragraph'] }),
      TextStyle,
      Color,
      BackgroundColor,
      Superscript,
      Subscript,
      Youtube.configure({ nocookie: true, width: 560, height: 315 }),
      Indent,
    ],
    content: value,
    textDirection: direction,
    editorProps: {
      attributes: {
        'aria-label': label ?? t('editor.label'),
        role: 'textbox',
        'aria-multiline': 'true',
        style: `min-height:${minHeight}px`,
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });
  const c = (name: Parameters<typeof t>[0]) => ({ 'aria-label': t(name), title: t(name) });
  // Mantine ignores the given labels of these two controls and shows its own English ones.
  const labels = {
    linkControlLabel: t('editor.link'),
    linkEditorInputLabel: t('editor.linkAddress'),
    linkEditorExternalLink: t('editor.linkNewTab'),
    linkEditorInternalLink: t('editor.linkSameTab'),
    linkEditorSave: s('save'),
    colorPickerControlLabel: t('editor.color'),
    colorPickerCancel: s('cancel'),
    colorPickerClear: t('editor.noColor'),
    colorPickerColorPicker: t('editor.colorPicker'),
    colorPickerPalette: t('editor.palette'),
    colorPickerSave: s('save'),
    colorPickerColorLabel: (color: string) => t('editor.colorTo', { color }),
  };
  return (
    <Input.Wrapper label={label} error={error} component="div">
      <RichTextEditor editor={editor} dir={page.dir} labels={labels} {...rest}>
        <RovingToolbar label={t('editor.toolbar')}>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H1 {...c('editor.h1')} />
            <RichTextEditor.H2 {...c('editor.h2')} />
            <RichTextEditor.H3 {...c('editor.h3')} />
            <RichTextEditor.H4 {...c('editor.h4')} />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold {...c('editor.bold')} />
            <RichTextEditor.Italic {...c('editor.italic')} />
            <RichTextEditor.Underline {...c('editor.underline')} />
            <RichTextEditor.Strikethrough {...c('editor.strike')} />
            <RichTextEditor.Subscript {...c('editor.sub')} />
            <RichTextEditor.Superscript {...c('editor.sup')} />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.ColorPicker colors={colors} />
            <RichTextEditor.UnsetColor {...c('editor.noColor')} />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.AlignLeft {...c('editor.left')} />
            <RichTextEditor.AlignCenter {...c('editor.center')} />
            <RichTextEditor.AlignRight {...c('editor.right')} />
            <RichTextEditor.AlignJustify {...c('editor.justify')} />
            <DirectionControl editor={editor} to="rtl" label={t('editor.rtl')} />
            <DirectionControl editor={editor} to="ltr" label={t('editor.ltr')} />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList {...c('editor.bullets')} />
            <RichTextEditor.OrderedList {...c('editor.numbers')} />
            <RichTextEditor.Control {...c('editor.indent')} onClick={() => editor?.chain().focus().indent().run()}>
              <IconIndentIncrease size={16} className="flip" />
            </RichTextEditor.Control>
            <RichTextEditor.Control {...c('editor.outdent')} onClick={() => editor?.chain().focus().outdent().run()}>
              <IconIndentDecrease size={16} className="flip" />
            </RichTextEditor.Control>
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Blockquote {...c('editor.quote')} />
            <RichTextEditor.Code {...c('editor.code')} />
            <RichTextEditor.CodeBlock {...c('editor.codeBlock')} />
            <RichTextEditor.Link />
            <RichTextEditor.Unlink {...c('editor.unlink')} />
            <VideoControl editor={editor} />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo {...c('editor.undo')} />
            <RichTextEditor.Redo {...c('editor.redo')} />
          </RichTextEditor.ControlsGroup>
        </RovingToolbar>
        <RichTextEditor.Content dir={direction} />
      </RichTextEditor>
    </Input.Wrapper>
  );
}

function DirectionControl({ editor, to, label }: { editor: Editor | null; to: Direction; label: string }) {
  const Icon = to === 'rtl' ? IconTextDirectionRtl : IconTextDirectionLtr;
  return (
    <RichTextEditor.Control
      aria-label={label}
      title={label}
      onClick={() => editor?.chain().focus().setTextDirection(to).run()}
    >
      <Icon size={16} />
    </RichTextEditor.Control>
  );
}

/** A YouTube address; others are refused here and by the server. */
function VideoControl({ editor }: { editor: Editor | null }) {
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
