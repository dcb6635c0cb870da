import { Alert, Button, Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useShared } from '../i18n/use-shared';
import { isAuthenticated } from '../session/session';
import { Time } from '../ui/time';
import { changedOf, dropDraft, readDraft, writeDraft, type Draft } from './draft';
import type { ApiForm, FormValues } from './use-api-form';

const quiet = 600;

/**
 * For a long form: what is being written survives a reload, a closed tab and the end of the session, and is offered when the
 * form is opened again. It goes with the save, with "leave without saving", and with the signing out.
 *
 * `<FormDraft form={form} of={`coupon:${coupon?.id ?? 'new'}`} />`, first inside `Form`.
 */
export function FormDraft<Values extends FormValues>({
  form,
  of,
  onRestored,
}: {
  form: ApiForm<Values>;
  /** The record: its kind and id. Another one is another component (`key`). */
  of: string;
  /** Parts that take their value once (the text editor) are to be mounted anew. */
  onRestored?: () => void;
}) {
  const s = useShared();
  const [offered, setOffered] = useState<Draft | null>(() => readDraft(of));
  const [start] = useState(form.getInitialValues);
  const isDirty = form.isDirty();
  const { values } = form;
  const isTouched = useRef(false);
  const isWritten = useRef(false);

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

  useEffect(() => {
    if (!isDirty) {
      // Saved, or put back by hand.
      if (isWritten.current) dropDraft(of);
      isWritten.current = false;
      return undefined;
    }
    if (!isTouched.current) return undefined;
    const write = () => {
      isWritten.current = true;
      writeDraft(of, changedOf(form.getInitialValues(), form.getValues()));
    };
    const timer = setTimeout(write, quiet);
    window.addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', write);
    };
    // The form's own functions are stable.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [of, isDirty, values]);

  // Left for another page, without saving: that was asked. A session that ended asked nobody.
  useEffect(() => {
    const path = location.pathname;
    return () => {
      if (isWritten.current && location.pathname !== path && isAuthenticated()) dropDraft(of);
    };
  }, [of]);

  if (!offered || Object.keys(changedOf(start, { ...start, ...offered.changed })).length === 0) return null;
  return (
    <Alert mb={16} color="lapis" icon={<IconHistory size={18} aria-hidden />} title={s('draft.title')}>
      {s('draft.text')} <Time value={new Date(offered.at).toISOString()} relative />
      <Group gap={8} mt={10}>
        <Button
          size="xs"
          onClick={() => {
            isTouched.current = true;
            form.setValues(offered.changed as Partial<Values>);
            setOffered(null);
            onRestored?.();
          }}
        >
          {s('draft.restore')}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            if (!isWritten.current) dropDraft(of);
            setOffered(null);
          }}
        >
          {s('draft.discard')}
        </Button>
      </Group>
    </Alert>
  );
}
