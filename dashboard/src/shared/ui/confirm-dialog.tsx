import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useShared } from '../i18n/use-shared';
import type { OpenQuestion } from './confirm';

/** The dialog of `confirm`. */
export default function ConfirmDialog({ question }: { question: OpenQuestion | null }) {
  const s = useShared();
  const [shown, setShown] = useState(question);
  const [input, setInput] = useState('');
  // The last question stays rendered while the dialog fades out.
  if (question && question !== shown) {
    setShown(question);
    setInput('');
  }
  const ready = !shown?.requiredText || input.trim() === shown.requiredText;
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
      // It mounts at the first interaction, before the drawers and dialogs that use it, but must be above them.
      zIndex={300}
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
        {shown?.requiredText && (
          <TextInput
            mt={12}
            label={s('confirm.type', { word: shown.requiredText })}
            value={input}
            onChange={(event) => setInput(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <Group justify="flex-end" gap={8} mt={20}>
          <Button
            variant="default"
            // For an irreversible action Enter cancels.
            data-autofocus={shown?.danger && !shown.requiredText ? true : undefined}
            onClick={() => question?.answer(false)}
          >
            {shown?.cancel ?? s('cancel')}
          </Button>
          <Button
            type="submit"
            color={shown?.danger ? 'red' : undefined}
            disabled={!ready}
            data-autofocus={shown?.requiredText || shown?.danger ? undefined : true}
          >
            {shown?.confirm}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
