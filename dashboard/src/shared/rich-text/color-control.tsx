import { Menu } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconHighlight, IconTextColor } from '@tabler/icons-react';
import { useEditorState, type Editor } from '@tiptap/react';
import { useEditorText } from './i18n';
import { colorNames, type ColorName } from './palette';
import classes from './editor-text.module.css';

const kinds = {
  textColor: { attribute: 'data-color', label: 'editor.color', Icon: IconTextColor },
  textBackground: { attribute: 'data-background', label: 'editor.background', Icon: IconHighlight },
} as const;

/** A menu of the palette, each colour with its name and as it looks in the text. */
export function ColorControl({ editor, mark }: { editor: Editor | null; mark: keyof typeof kinds }) {
  const t = useEditorText();
  const { attribute, label, Icon } = kinds[mark];
  const now = useEditorState({
    editor,
    selector: ({ editor: current }) => (current?.getAttributes(mark).color as ColorName | undefined) ?? null,
  });
  const choose = (color: ColorName | null) => {
    const chain = editor?.chain().focus();
    if (color) chain?.setMark(mark, { color }).run();
    else chain?.unsetMark(mark).run();
  };
  return (
    // Once a colour is chosen the focus goes to the text, as with the other tools.
    <Menu position="bottom-start" withinPortal returnFocus={false}>
      <Menu.Target>
        <RichTextEditor.Control aria-label={t(label)} title={t(label)} data-active={now ? true : undefined}>
          <Icon size={16} />
        </RichTextEditor.Control>
      </Menu.Target>
      <Menu.Dropdown className={classes.palette}>
        {[null, ...colorNames].map((color) => (
          <Menu.RadioItem
            key={color}
            value={color ?? ''}
            checked={now === color}
            closeMenuOnClick
            onClick={() => choose(color)}
          >
            <span className={classes.sample} aria-hidden {...{ [attribute]: color ?? undefined }}>
              {t('editor.sample')}
            </span>
            {t(color ? `editor.${color}` : 'editor.noColor')}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
