import Subscript from '@tiptap/extension-subscript';
import Superscript from '@tiptap/extension-superscript';
import StarterKit from '@tiptap/starter-kit';
import type { Direction } from '../i18n/language';
import { BlockFormats } from './block-formats';
import { TextBackground, TextColor } from './color-marks';
import { isKept } from './kept-formats';
import { VideoNode } from './video-node';

/** What the editor reads and writes. What the server drops is not accepted from the keyboard or the clipboard either. */
export const editorExtensions = (direction: Direction) => [
  StarterKit.configure({
    link: { openOnClick: false, defaultProtocol: 'https' },
    ...(!isKept.code && { code: false }),
    ...(!isKept.codeBlock && { codeBlock: false }),
    ...(!isKept.rule && { horizontalRule: false }),
  }),
  ...(isKept.alignment && isKept.indent ? [BlockFormats.configure({ direction })] : []),
  ...(isKept.color ? [TextColor, TextBackground] : []),
  ...(isKept.script ? [Superscript, Subscript] : []),
  ...(isKept.video ? [VideoNode] : []),
];
