import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useShared } from '../i18n/use-shared';
import type { OpenQuestion } from './confirm';

/** The dialog of `confirm`. */
export default function ConfirmDialog({ question }: { question: OpenQuestion | null }) {
  const s = useShared();
  const [shownQuestion, setShownQuestion] = useState(question);
  const [input, setInput] = useState('');
  // The last question stays rendered while the dialog fades out.
  if (question && question !== shownQuestion) {
    setShownQuestion(question);
    setInput('');
  }
  const ready = !shownQuestion?.requiredText || input.trim() === shownQuestion.requiredText;
  return (
    <Modal
      opened={question !== null}
      onClose={() => question?.answer(false)}
      title={
        <Text fw={600} fz={16}>
          {shownQuestion?.title}
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
        {shownQuestion?.text && (
          <Text size="sm" c="dimmed" component="div">
            {shownQuestion.text}
          </Text>
        )}
        {shownQuestion?.requiredText && (
          <TextInput
            mt={12}
            label={s('confirm.type', { word: shownQuestion.requiredText })}
            value={input}
            onChange={(event) => setInput(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <Group justify="flex-end" gap={8} mt={20}>
          <Button
            variant="default"
            // For an irreversible action Enter cancels.
            data-autofocus={shownQuestion?.danger && !shownQuestion.requiredText ? true : undefined}
            onClick={() => question?.answer(false)}
          >
            {shownQuestion?.cancel ?? s('cancel')}
          </Button>
          <Button
            type="submit"
            color={shownQuestion?.danger ? 'red' : undefined}
            disabled={!ready}
            data-autofocus={shownQuestion?.requiredText || shownQuestion?.danger ? undefined : true}
          >
            {shownQuestion?.confirm}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
