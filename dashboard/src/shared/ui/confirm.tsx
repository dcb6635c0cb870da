import { useEffect, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { onFirstTouch } from '../lib/first-touch';

export interface Question {
  title: string;
  text?: ReactNode;
  /** The verb of the action ("Delete 3 products"), never just "OK". */
  confirm: string;
  /** Label of the cancel button, when "Cancel" would be ambiguous ("Continue editing"). */
  cancel?: string;
  danger?: boolean;
  /** For irreversible actions: the word that must be typed. */
  requiredText?: string;
}

export type OpenQuestion = Question & { answer: (isConfirmed: boolean) => void };

let openQuestion: OpenQuestion | null = null;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/**
 * `if (await confirm({ title, confirm: t('delete'), danger: true })) remove.mutate(id)`. Money and destructive actions
 * are always confirmed.
 */
export function confirm(question: Question): Promise<boolean> {
  openQuestion?.answer(false);
  return new Promise((resolve) => {
    openQuestion = {
      ...question,
      answer: (isConfirmed) => {
        openQuestion = null;
        notify();
        resolve(isConfirmed);
      },
    };
    notify();
  });
}

type Dialog = ComponentType<{ question: OpenQuestion | null }>;
const loadDialog = () => import('./confirm-dialog').then((module): Dialog => module.default);

/** The browser's own dialog: used when the dialog's code cannot be loaded. */
const askPlainly = ({ title, text, requiredText, answer }: OpenQuestion) =>
  answer(!requiredText && window.confirm(typeof text === 'string' ? `${title}\n\n${text}` : title));

/** Host of the dialog, which loads at the first interaction; the app renders it once. */
export function ConfirmHost() {
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => openQuestion,
  );
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const isMissing = question !== null && !Dialog;
  useEffect(() => {
    let isHere = true;
    const leave = onFirstTouch(
      () =>
        void loadDialog().then(
          (dialog) => isHere && setDialog(() => dialog),
          () => undefined,
        ),
    );
    return () => {
      isHere = false;
      leave();
    };
  }, []);
  useEffect(() => {
    if (!isMissing) return undefined;
    let isHere = true;
    loadDialog().then(
      (dialog) => isHere && setDialog(() => dialog),
      () => openQuestion && askPlainly(openQuestion),
    );
    return () => {
      isHere = false;
    };
  }, [isMissing]);
  return Dialog && <Dialog question={question} />;
}
