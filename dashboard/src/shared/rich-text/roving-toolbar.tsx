import { RichTextEditor } from '@mantine/tiptap';
import { useRef, type ReactNode } from 'react';
import { useRovingFocus } from '../ui/use-roving-focus';
import classes from './editor-toolbar.module.css';

/** The editor's toolbar: one Tab stop. */
export function RovingToolbar({ label, children }: { label: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const roving = useRovingFocus(place, '[data-rich-text-editor-control]');
  return (
    <RichTextEditor.Toolbar ref={place} className={classes.toolbar} aria-label={label} {...roving}>
      {children}
    </RichTextEditor.Toolbar>
  );
}
