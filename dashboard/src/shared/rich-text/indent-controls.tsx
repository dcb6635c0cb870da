import { RichTextEditor } from '@mantine/tiptap';
import { IconIndentDecrease, IconIndentIncrease } from '@tabler/icons-react';
import { useEditorState, type Editor } from '@tiptap/react';
import { useEditorText } from './i18n';

/** Both steps; one that would change nothing is disabled. */
export function IndentControls({ editor }: { editor: Editor | null }) {
  const t = useEditorText();
  const can = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      indent: current?.can().indent() ?? false,
      outdent: current?.can().outdent() ?? false,
    }),
  });
  return (
    <>
      <RichTextEditor.Control
        aria-label={t('editor.indent')}
        title={t('editor.indent')}
        disabled={!can?.indent}
        onClick={() => editor?.chain().focus().indent().run()}
      >
        <IconIndentIncrease size={16} className="flip" />
      </RichTextEditor.Control>
      <RichTextEditor.Control
        aria-label={t('editor.outdent')}
        title={t('editor.outdent')}
        disabled={!can?.outdent}
        onClick={() => editor?.chain().focus().outdent().run()}
      >
        <IconIndentDecrease size={16} className="flip" />
      </RichTextEditor.Control>
    </>
  );
}
