import { useEffect, useRef, useState } from 'react';
import { changedOf } from './draft';
import { DraftOffer } from './draft-offer';
import type { ApiForm, FormValues } from './use-api-form';
import { useStoredDraft } from './use-stored-draft';

/**
 * Draft support of a long form: unsaved input is stored (`useStoredDraft`) and offered when the form is opened again.
 *
 * `<FormDraft form={form} of={`coupon:${coupon?.id ?? 'new'}`} />`, first inside `Form`.
 */
export function FormDraft<Values extends FormValues>({
  form,
  of,
  fit = (changed) => changed,
  onRestored,
}: {
  form: ApiForm<Values>;
  /** The record: its kind and id. For another record use another `key`. */
  of: string;
  /** Drops fields of the draft that no longer fit the current record. */
  fit?: (changed: Partial<Values>) => Partial<Values>;
  /** Called after a restore: uncontrolled parts (the text editor) must be remounted. */
  onRestored?: () => void;
}) {
  const [start] = useState(form.getInitialValues);
  const isTouched = useRef(false);
  const draft = useStoredDraft({
    of,
    isDirty: form.isDirty(),
    changes: form.values,
    read: () => (isTouched.current ? changedOf(form.getInitialValues(), form.getValues()) : null),
  });

  // Values that the form fills in by itself are no user input.
  useEffect(() => {
    const element = form.element.current;
    const touch = () => {
      isTouched.current = true;
    };
    const signs = ['input', 'click', 'keydown'] as const;
    for (const sign of signs) element?.addEventListener(sign, touch, true);
    return () => {
      for (const sign of signs) element?.removeEventListener(sign, touch, true);
    };
  }, [form.element]);

  const changed = draft.offered && fit(draft.offered.changed as Partial<Values>);
  if (!draft.offered || !changed || Object.keys(changedOf(start, { ...start, ...changed })).length === 0) return null;
  return (
    <DraftOffer
      at={draft.offered.at}
      onRestore={() => {
        isTouched.current = true;
        form.setValues(changed);
        draft.take();
        onRestored?.();
      }}
      onDiscard={draft.discard}
    />
  );
}
