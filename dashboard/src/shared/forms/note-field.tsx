import { Textarea, type TextareaProps } from '@mantine/core';

/** Some words beside an act: two lines that grow while somebody writes. */
export function NoteField(props: TextareaProps) {
  return <Textarea autosize minRows={2} maxRows={5} maxLength={500} {...props} />;
}
