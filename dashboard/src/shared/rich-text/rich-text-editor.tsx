import { Input } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.layer.css';
import Subscript from '@tiptap/extension-subscript';
import Superscript from '@tiptap/extension-superscript';
import TextAlign from '@tiptap/extension-text-align';
import { BackgroundColor, Color, TextStyle } from '@tiptap/extension-text-style';
import Youtube from '@tiptap/extension-youtube';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import type { ReactNode } from 'react';
import { useLanguage, type Direction } from '../i18n/language';
import { useShared } from '../i18n/use-shared';
import { EditorToolbar } from './editor-toolbar';
import { useEditorText } from './i18n';
import { Indent } from './indent';
import { isKept } from './kept-formats';

export interface RichTextProps {
  label?: string;
  /** Accessible name, where the label stands elsewhere. */
  name?: string;
  value: string;
  onChange: (html: string) => void;
  /** Direction of the text, when it is not that of the interface. */
  dir?: Direction;
  error?: ReactNode;
  minHeight?: number;
  /** Shows the text without tools. */
  isReadOnly?: boolean;
  'data-path'?: string;
}

export default function RichTextEditorField({
  label,
  name,
  value,
  onChange,
  dir,
  error,
  minHeight = 220,
  isReadOnly = false,
  ...rest
}: RichTextProps) {
  const s = useShared();
  const t = useEditorText();
  const page = useLanguage();
  const direction = dir ?? page.dir;
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        link: { openOnClick: false, defaultProtocol: 'https' },
        ...(!isKept.code && { code: false }),
        ...(!isKept.codeBlock && { codeBlock: false }),
        ...(!isKept.rule && { horizontalRule: false }),
      }),
      // What the server drops is not accepted from the keyboard or the clipboard either.
      ...(isKept.alignment ? [TextAlign.configure({ types: ['heading', 'paragraph'] })] : []),
      ...(isKept.color ? [TextStyle, Color, BackgroundColor] : []),
      ...(isKept.script ? [Superscript, Subscript] : []),
      ...(isKept.video ? [Youtube.configure({ nocookie: true, width: 560, height: 315 })] : []),
      ...(isKept.indent ? [Indent] : []),
    ],
    content: value,
    editable: !isReadOnly,
    textDirection: direction,
    editorProps: {
      attributes: {
        'aria-label': label ?? name ?? t('editor.label'),
        role: 'textbox',
        'aria-multiline': 'true',
        ...(isReadOnly && { 'aria-readonly': 'true', tabindex: '0' }),
        style: `min-height:${minHeight}px`,
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });
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
        {!isReadOnly && <EditorToolbar editor={editor} />}
        <RichTextEditor.Content dir={direction} />
      </RichTextEditor>
    </Input.Wrapper>
  );
}
