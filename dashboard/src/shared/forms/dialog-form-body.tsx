import { Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { useShared } from '../i18n/use-shared';
import { DialogFoot } from '../ui/dialog-foot';
import { toast } from '../ui/toast';
import { Form } from './form';
import type { ApiForm, FormValues } from './use-api-form';

export interface DialogFormBodyProps<Values extends FormValues> extends Omit<
  ComponentProps<typeof DialogFoot>,
  'isBusy' | 'onCancel'
> {
  form: ApiForm<Values>;
  onSave: (values: Values) => Promise<unknown>;
  onClose: () => void;
  /** Turning back, where that is more than closing. */
  onCancel?: () => void;
  /** What is said after the save: "Saved" unless stated; null where saying it is the caller's. */
  done?: string | null;
  /** Leaving with unsaved changes asks. */
  guard?: boolean;
  children: ReactNode;
}

/** The form that fills a dialog or a drawer: it saves, says so and closes. Its buttons stay in sight. */
export function DialogFormBody<Values extends FormValues>({
  form,
  onSave,
  onClose,
  onCancel = onClose,
  done,
  guard = false,
  children,
  ...foot
}: DialogFormBodyProps<Values>) {
  const s = useShared();
  return (
    <Form
      form={form}
      guard={guard}
      onSave={onSave}
      onSaved={() => {
        if (done !== null) toast.success(done ?? s('saved'));
        onClose();
      }}
    >
      <Stack gap={16}>
        {children}
        <DialogFoot {...foot} isBusy={form.busy} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}
