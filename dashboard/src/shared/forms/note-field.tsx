import { Textarea, type TextareaProps } from '@mantine/core';

/** A short note with an action: two lines that grow with the text. */
export function NoteField(props: TextareaProps) {
  return <Textarea autosize minRows={2} maxRows={5} maxLength={500} {...props} />;
}
