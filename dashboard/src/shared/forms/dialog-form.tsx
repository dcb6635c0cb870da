import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShared } from '../i18n/use-shared';
import { Dialog } from '../ui/dialog';
import { toast } from '../ui/toast';
import { Form } from './form';
import type { ApiForm, FormValues } from './use-api-form';

/** A dialog that is a form: it saves, says so, and closes. */
export function DialogForm<Values extends FormValues>({
  title,
  size,
  form,
  onSave,
  onClose,
  children,
}: {
  title: string;
  size: number;
  form: ApiForm<Values>;
  onSave: (values: Values) => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const s = useShared();
  return (
    <Dialog tall title={title} size={size} onClose={onClose}>
      <Form
        form={form}
        guard={false}
        onSave={onSave}
        onSaved={() => {
          toast.success(s('saved'));
          onClose();
        }}
      >
        <Stack gap={16}>
          {children}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {s('cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {s('save')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}
