import { useEffect, useRef, useState } from 'react';
import { changedOf } from './draft';
import { DraftOffer } from './draft-offer';
import type { ApiForm, FormValues } from './use-api-form';
import { useKeptDraft } from './use-kept-draft';

/**
 * For a long form: what is being written is kept (`useKeptDraft`) and offered when the form is opened again.
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
  /** The record: its kind and id. Another one is another component (`key`). */
  of: string;
  /** What of it still has a place in the record as it is now. */
  fit?: (changed: Partial<Values>) => Partial<Values>;
  /** Parts that take their value once (the text editor) are to be mounted anew. */
  onRestored?: () => void;
}) {
  const [start] = useState(form.getInitialValues);
  const isTouched = useRef(false);
  const draft = useKeptDraft({
    of,
    isDirty: form.isDirty(),
    changes: form.values,
    read: () => (isTouched.current ? changedOf(form.getInitialValues(), form.getValues()) : null),
  });

  // What the form fills in by itself is nobody's work.
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
