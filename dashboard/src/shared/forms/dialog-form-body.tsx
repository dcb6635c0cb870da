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
  /** Cancels, where that does more than closing. */
  onCancel?: () => void;
  /** Message after the save: "Saved" unless stated; null where the caller shows one. */
  done?: string | null;
  /** Leaving with unsaved changes asks. */
  guard?: boolean;
  children: ReactNode;
}

/** A form that fills a dialog or drawer: it saves, reports success and closes. Its buttons are sticky. */
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
