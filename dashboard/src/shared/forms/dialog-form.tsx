import { Dialog } from '../ui/dialog';
import { DialogFormBody, type DialogFormBodyProps } from './dialog-form-body';
import type { FormValues } from './use-api-form';

/** A dialog that is a form: it saves, says so, and closes. */
export function DialogForm<Values extends FormValues>({
  title,
  size,
  isTall = true,
  ...body
}: DialogFormBodyProps<Values> & {
  title: string;
  size?: number;
  /** It takes the whole of a phone. */
  isTall?: boolean;
}) {
  return (
    <Dialog tall={isTall} title={title} size={size} onClose={body.onCancel ?? body.onClose}>
      <DialogFormBody {...body} />
    </Dialog>
  );
}
