import { RichTextEditor } from '@mantine/tiptap';
import {
  IconDots,
  IconSeparatorHorizontal,
  IconSourceCode,
  IconTextDirectionLtr,
  IconTextDirectionRtl,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { useId, useState } from 'react';
import type { Direction } from '../i18n/language';
import { AlignControls } from './align-controls';
import { ColorControl } from './color-control';
import { useEditorText } from './i18n';
import classes from './editor-toolbar.module.css';
import { IndentControls } from './indent-controls';
import { isKept } from './kept-formats';
import { RovingToolbar } from './roving-toolbar';
import { VideoControl } from './video-control';

const useControl = () => {
  const t = useEditorText();
  return (name: Parameters<typeof t>[0]) => ({ 'aria-label': t(name), title: t(name) });
};

/** The eight most used controls; the others that the server keeps are a second row of the same toolbar, behind "more". */
export function EditorToolbar(props: { editor: Editor | null; direction: Direction }) {
  const t = useEditorText();
  const c = useControl();
  const id = useId();
  const [isMore, setIsMore] = useState(false);
  return (
    <RovingToolbar label={t('editor.toolbar')}>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H2 {...c('editor.h2')} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold {...c('editor.bold')} />
        <RichTextEditor.Italic {...c('editor.italic')} />
        <RichTextEditor.Underline {...c('editor.underline')} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList {...c('editor.bullets')} />
        <RichTextEditor.OrderedList {...c('editor.numbers')} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Link />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo {...c('editor.undo')} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Control
          {...c('editor.more')}
          aria-expanded={isMore}
          aria-controls={isMore ? id : undefined}
          active={isMore}
          onClick={() => setIsMore(!isMore)}
        >
          <IconDots size={16} />
        </RichTextEditor.Control>
      </RichTextEditor.ControlsGroup>
      {isMore && (
        <div id={id} className={classes.more}>
          <MoreControls {...props} />
        </div>
      )}
    </RovingToolbar>
  );
}

function MoreControls({ editor, direction }: { editor: Editor | null; direction: Direction }) {
  const t = useEditorText();
  const c = useControl();
  return (
    <>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H1 {...c('editor.h1')} />
        <RichTextEditor.H3 {...c('editor.h3')} />
        <RichTextEditor.H4 {...c('editor.h4')} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Strikethrough {...c('editor.strike')} />
        {isKept.script && (
          <>
            <RichTextEditor.Subscript {...c('editor.sub')} />
            <RichTextEditor.Superscript {...c('editor.sup')} />
          </>
        )}
      </RichTextEditor.ControlsGroup>
      {isKept.color && (
        <RichTextEditor.ControlsGroup>
          <ColorControl editor={editor} mark="textColor" />
          <ColorControl editor={editor} mark="textBackground" />
        </RichTextEditor.ControlsGroup>
      )}
      <RichTextEditor.ControlsGroup>
        {isKept.alignment && <AlignControls editor={editor} direction={direction} />}
        <DirectionControl editor={editor} to="rtl" label={t('editor.rtl')} />
        <DirectionControl editor={editor} to="ltr" label={t('editor.ltr')} />
      </RichTextEditor.ControlsGroup>
      {isKept.indent && (
        <RichTextEditor.ControlsGroup>
          <IndentControls editor={editor} />
        </RichTextEditor.ControlsGroup>
      )}
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Blockquote {...c('editor.quote')} />
        {isKept.code && <RichTextEditor.Code {...c('editor.code')} />}
        {isKept.codeBlock && <RichTextEditor.CodeBlock {...c('editor.codeBlock')} icon={CodeBlockIcon} />}
        {isKept.rule && <RichTextEditor.Hr {...c('editor.rule')} icon={RuleIcon} />}
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Unlink {...c('editor.unlink')} />
        {isKept.video && <VideoControl editor={editor} />}
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Redo {...c('editor.redo')} />
      </RichTextEditor.ControlsGroup>
    </>
  );
}

/** Mantine draws code and a block of code alike. */
function CodeBlockIcon() {
  return <IconSourceCode size={16} stroke={1.5} />;
}

/** Mantine's looks like the dots of "more". */
function RuleIcon() {
  return <IconSeparatorHorizontal size={16} stroke={1.5} />;
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
