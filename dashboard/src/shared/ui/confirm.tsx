import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { useShared } from '../i18n/use-shared';

export interface Question {
  title: string;
  text?: ReactNode;
  /** The verb of the act ("Delete 3 products"), never just "OK". */
  confirm: string;
  danger?: boolean;
  /** For what cannot be undone: the word that must be typed first. */
  typed?: string;
}

let asked: (Question & { answer: (yes: boolean) => void }) | null = null;
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

/** The dialog itself; the app renders it once. */
export function ConfirmHost() {
  const s = useShared();
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
  const [shown, setShown] = useState(question);
  const [typed, setTyped] = useState('');
  // The last question stays painted while the dialog fades out.
  if (question && question !== shown) {
    setShown(question);
    setTyped('');
  }
  const ready = !shown?.typed || typed.trim() === shown.typed;
  return (
    <Modal
      opened={question !== null}
      onClose={() => question?.answer(false)}
      title={
        <Text fw={600} fz={16}>
          {shown?.title}
        </Text>
      }
      closeButtonProps={{ 'aria-label': s('close') }}
      size={440}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) question?.answer(true);
        }}
      >
        {shown?.text && (
          <Text size="sm" c="dimmed" component="div">
            {shown.text}
          </Text>
        )}
        {shown?.typed && (
          <TextInput
            mt={12}
            label={s('confirm.type', { word: shown.typed })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <Group justify="flex-end" gap={8} mt={20}>
          <Button variant="default" onClick={() => question?.answer(false)}>
            {s('cancel')}
          </Button>
          <Button
            type="submit"
            color={shown?.danger ? 'red' : undefined}
            disabled={!ready}
            data-autofocus={shown?.typed ? undefined : true}
          >
            {shown?.confirm}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
