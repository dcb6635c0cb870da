import { Alert, List } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { useShared } from '../i18n/use-shared';
import { FormFocusContext } from './form-context';
import { useDirtyGuard } from './use-dirty-guard';
import { useSaveKey } from './use-save-key';
import type { ApiForm, FormValues } from './use-api-form';

/**
 * The form element around the fields of `useApiForm`. Leaving with unsaved changes asks (off with `guard={false}`).
 * `onSave` gets validated values; errors that it (or its mutation) throws are shown.
 */
export function Form<Values extends FormValues>({
  form,
  onSave,
  onSaved,
  guard = true,
  id,
  label,
  children,
}: {
  form: ApiForm<Values>;
  onSave: (values: Values) => Promise<unknown>;
  /** Called after success, when the form is clean: toast, close, navigate. */
  onSaved?: () => void;
  guard?: boolean;
  /** For a submit button outside the form: `<Button type="submit" form="coupon">`. */
  id?: string;
  label?: string;
  children: ReactNode;
}) {
  const s = useShared();
  const { element, focusRequest, rest } = form;
  useDirtyGuard(() => guard && form.isDirty());
  useSaveKey(element, guard);
  const sending = useRef(false);
  /** Address at the last save. */
  const savedAt = useRef<string | null>(null);
  /** A second submit: it is being saved, or was saved and its page is about to be left. */
  const isAgain = () =>
    sending.current || (savedAt.current !== null && savedAt.current !== location.pathname && !form.isDirty());
  return (
    <form
      id={id}
      aria-label={label}
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (isAgain()) return;
        sending.current = true;
        const { pathname } = location;
        void form
          .send(onSave)
          .then((saved) => {
            if (!saved) return;
            savedAt.current = pathname;
            onSaved?.();
          })
          .finally(() => {
            sending.current = false;
          });
      }}
    >
      <FormFocusContext value={focusRequest}>
        {rest.length > 0 && (
          <Alert color="red" mb={16} title={s('error.invalid')} role="alert">
            <List size="sm">
              {rest.map((message) => (
                <List.Item key={message}>{message}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        {children}
      </FormFocusContext>
    </form>
  );
}
