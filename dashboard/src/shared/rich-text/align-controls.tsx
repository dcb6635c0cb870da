import { RichTextEditor } from '@mantine/tiptap';
import { IconAlignCenter, IconAlignJustified, IconAlignLeft, IconAlignRight } from '@tabler/icons-react';
import { useEditorState, type Editor } from '@tiptap/react';
import { useLanguage, type Direction } from '../i18n/language';
import { visibleAlignment, type VisibleAlignment } from './block-formats';
import { useEditorText } from './i18n';

const icons = { left: IconAlignLeft, center: IconAlignCenter, right: IconAlignRight, justify: IconAlignJustified };
const order: Record<Direction, readonly VisibleAlignment[]> = {
  rtl: ['right', 'center', 'left', 'justify'],
  ltr: ['left', 'center', 'right', 'justify'],
};

/** The sides as they are seen; `direction` is that of blocks without their own. */
export function AlignControls({ editor, direction }: { editor: Editor | null; direction: Direction }) {
  const t = useEditorText();
  const { dir } = useLanguage();
  const now = useEditorState({
    editor,
    selector: ({ editor: current }) => current && visibleAlignment(current, direction),
  });
  return order[dir].map((visible) => {
    const Icon = icons[visible];
    return (
      <RichTextEditor.Control
        key={visible}
        aria-label={t(`editor.${visible}`)}
        title={t(`editor.${visible}`)}
        active={now === visible}
        onClick={() => editor?.chain().focus().alignTo(visible).run()}
      >
        <Icon size={16} />
      </RichTextEditor.Control>
    );
  });
}
