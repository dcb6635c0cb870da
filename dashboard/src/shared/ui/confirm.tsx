import { lazy, Suspense, useState, useSyncExternalStore, type ReactNode } from 'react';

export interface Question {
  title: string;
  text?: ReactNode;
  /** The verb of the act ("Delete 3 products"), never just "OK". */
  confirm: string;
  /** What happens instead, when "Cancel" could be read two ways ("Continue editing"). */
  cancel?: string;
  danger?: boolean;
  /** For what cannot be undone: the word that must be typed first. */
  typed?: string;
}

export type Asked = Question & { answer: (yes: boolean) => void };

let asked: Asked | null = null;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** `if (await confirm({ title, confirm: t('delete'), danger: true })) remove.mutate(id)`. Money and destructive acts always ask. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    asked = {
      ...question,
      answer: (yes) => {
        asked = null;
        notify();
        resolve(yes);
      },
    };
    notify();
  });
}

const Dialog = lazy(() => import('./confirm-dialog'));

/** The place of the dialog, which is fetched with the first question; the app renders it once. */
export function ConfirmHost() {
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
  const [needed, setNeeded] = useState(false);
  if (question && !needed) setNeeded(true);
  return needed ? (
    <Suspense fallback={null}>
      <Dialog question={question} />
    </Suspense>
  ) : null;
}
