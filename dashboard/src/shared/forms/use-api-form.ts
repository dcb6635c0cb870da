import { useForm, type FormErrors, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { isApiError, type ApiError } from '../api/error';
import { useShared } from '../i18n/use-shared';
import { dismissToast, toast } from '../ui/toast';
import { useFormText } from './i18n';
import { firstInvalidField, focusInvalidField } from './invalid-field';
import { splitErrors } from './field-errors';
import type { FocusRequest } from './form-context';

/** Any object; `any` and not `unknown`, so that interfaces (which have no index signature) are accepted. */
// oxlint-disable-next-line typescript/no-explicit-any -- Mantine's own constraint
export type FormValues = Record<string, any>;

export interface ApiForm<Values extends FormValues> extends UseFormReturnType<Values> {
  busy: boolean;
  /** Server messages without a field; shown above the form. */
  rest: string[];
  focusRequest: FocusRequest | null;
  element: RefObject<HTMLFormElement | null>;
  /** The 409 of a conflict; pass it to `StaleDialog`. */
  stale: ApiError | null;
  clearStale: () => void;
  /**
   * Saves the choice of `StaleDialog` through the form, on top of `theirs`, which becomes the form's base: later errors
   * are shown at their fields. The caller sends the newer version.
   */
  saveOver: (chosen: Values, theirs: Values) => void;
  /**
   * Back to the values that were last saved, or else to those the form began with; a toast offers to undo it.
   * `onChange` is called after both, for fields that keep what is typed themselves.
   */
  discard: (onChange?: () => void) => void;
  /** Opens a field's tab, scrolls to it and focuses it. */
  reveal: (path: string) => void;
  /** Submits: maps the server's errors to fields, shows the first one and focuses it. */
  send: (save: (values: Values) => Promise<unknown>) => Promise<boolean>;
}

/** In the page's order. */
const isBefore = (one: Node, other: Node) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

const discardedToast = 'form-discarded';

/**
 * A form with server errors. Initial values are set once; give the component a `key` of the row's id, so that a
 * background refetch never resets what someone is typing.
 *
 * ```tsx
 * const form = useApiForm<CouponIn>({ initialValues: valuesOf(coupon), validate: { code: rules.required() } });
 * <Form form={form} onSave={(values) => save.mutateAsync(values)}>
 *   <TextInput label={t('code')} {...form.getInputProps('code')} />
 * </Form>
 * ```
 */
export function useApiForm<Values extends FormValues>(
  input: UseFormInput<Values> & { stripPrefix?: string },
): ApiForm<Values> {
  const { stripPrefix, ...options } = input;
  const form = useForm<Values>(options);
  const element = useRef<HTMLFormElement | null>(null);
  const [busy, setBusy] = useState(false);
  const [rest, setRest] = useState<string[]>([]);
  const [stale, setStale] = useState<ApiError | null>(null);
  const [focusRequest, setFocusRequest] = useState<FocusRequest | null>(null);
  const saved = useRef<Values>(null);
  // A form that is gone has nothing to undo.
  useEffect(() => () => dismissToast(discardedToast), []);

  const find = (path: string) =>
    element.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`) ?? null;
  const isShown = (path: string) => {
    if (find(path)) return true;
    const parent = path.slice(0, path.lastIndexOf('.'));
    return parent !== '' && Boolean(element.current?.querySelector(`[data-translated="${CSS.escape(parent)}"]`));
  };

  /** The first field in page order, after opening its tab; a field with an unreadable number before it comes first. */
  const showFirst = (errors: FormErrors) => {
    const paths = Object.keys(errors).filter((path) => errors[path]);
    const places = [...(element.current?.querySelectorAll<HTMLElement>('[data-path],[data-translated]') ?? [])];
    const rank = (path: string) => {
      const index = places.findIndex(
        (place) =>
          place.dataset.path === path || (place.dataset.translated && path.startsWith(`${place.dataset.translated}.`)),
      );
      return index < 0 ? places.length : index;
    };
    const [first] = paths.sort((a, b) => rank(a) - rank(b));
    if (!first) return;
    setFocusRequest({ path: first, at: performance.now() });
    // After the tab has rendered.
    setTimeout(() => {
      const field = find(first);
      const unreadable = firstInvalidField(element.current);
      if (unreadable && (!field || isBefore(unreadable, field))) return void focusInvalidField(element.current);
      if (!field) return;
      field.scrollIntoView({ block: 'center' });
      (field.matches('input,textarea,button,[contenteditable]')
        ? field
        : field.querySelector<HTMLElement>('input,textarea,button,[contenteditable=true]')
      )?.focus();
    }, 60);
  };

  const reveal = (path: string) => showFirst({ [path]: true });

  const send: ApiForm<Values>['send'] = async (save) => {
    setRest([]);
    const checked = form.validate();
    if (checked.hasErrors) {
      showFirst(checked.errors);
      // Each field shows it too; the toast explains to users at the button why nothing happened (GU-12).
      const missing = useShared.now('rule.required');
      const faults = Object.values(checked.errors).filter(Boolean);
      const isMissing = faults.filter((error) => error === missing).length;
      if (isMissing > 0) {
        const title = useShared.now(isMissing === faults.length ? 'error.required' : 'error.invalid');
        toast.warning({ title, id: 'error.required' });
      }
      return false;
    }
    if (focusInvalidField(element.current)) return false;
    setBusy(true);
    try {
      await save(form.getTransformedValues() as Values);
      form.resetDirty();
      saved.current = form.getValues();
      return true;
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.outcome === 'invalid') {
        const split = splitErrors(error.fields, isShown, stripPrefix);
        form.setErrors(split.fields);
        setRest(split.rest);
        showFirst(split.fields);
      } else if (error.isStale) setStale(error);
      return false;
    } finally {
      setBusy(false);
    }
  };

  const saveOver: ApiForm<Values>['saveOver'] = (chosen, theirs) => {
    setStale(null);
    form.setInitialValues(theirs);
    form.setValues(chosen);
    // After the caller's newer version has rendered.
    setTimeout(() => element.current?.requestSubmit(), 0);
  };

  const discard: ApiForm<Values>['discard'] = (onChange) => {
    const values = saved.current ?? form.getInitialValues();
    const typed = form.getValues();
    form.setValues(values);
    form.resetDirty(values);
    form.clearErrors();
    setRest([]);
    onChange?.();
    const undo = () => {
      form.setValues(typed);
      onChange?.();
    };
    toast.info({
      title: useFormText.now('form.discarded'),
      id: discardedToast,
      action: { label: useFormText.now('form.undo'), run: undo },
    });
  };

  return {
    ...form,
    discard,
    busy,
    rest,
    focusRequest,
    element,
    stale,
    clearStale: () => setStale(null),
    saveOver,
    reveal,
    send,
  };
}
