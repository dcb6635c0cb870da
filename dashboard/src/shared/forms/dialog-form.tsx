import { Dialog } from '../ui/dialog';
import { DialogFormBody, type DialogFormBodyProps } from './dialog-form-body';
import type { FormValues } from './use-api-form';

/** A dialog with a form: it saves, reports success, and closes. */
export function DialogForm<Values extends FormValues>({
  title,
  size,
  isTall = true,
  ...body
}: DialogFormBodyProps<Values> & {
  title: string;
  size?: number;
  /** Full screen on a phone. */
  isTall?: boolean;
}) {
  return (
    <Dialog tall={isTall} title={title} size={size} onClose={body.onCancel ?? body.onClose}>
      <DialogFormBody {...body} />
    </Dialog>
  );
}
