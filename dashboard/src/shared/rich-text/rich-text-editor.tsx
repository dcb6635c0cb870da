import { Input } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.layer.css';
import { useEditor } from '@tiptap/react';
import type { ReactNode } from 'react';
import { useLanguage, type Direction } from '../i18n/language';
import { useShared } from '../i18n/use-shared';
import { EditorToolbar } from './editor-toolbar';
import { editorExtensions } from './extensions';
import { useEditorText } from './i18n';
import classes from './editor-text.module.css';

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
    extensions: editorExtensions(direction),
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
  // Mantine ignores the given labels of this control and shows its own English ones.
  const labels = {
    linkControlLabel: t('editor.link'),
    linkEditorInputLabel: t('editor.linkAddress'),
    linkEditorExternalLink: t('editor.linkNewTab'),
    linkEditorInternalLink: t('editor.linkSameTab'),
    linkEditorSave: s('save'),
  };
  return (
    <Input.Wrapper label={label} error={error} component="div">
      <RichTextEditor editor={editor} dir={page.dir} labels={labels} {...rest}>
        {!isReadOnly && <EditorToolbar editor={editor} direction={direction} />}
        <RichTextEditor.Content dir={direction} className={classes.text} />
      </RichTextEditor>
    </Input.Wrapper>
  );
}
