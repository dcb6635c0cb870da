import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApiMutation } from '../api/use-api-mutation';
import { Form } from '../forms/form';
import { TranslatedField } from '../forms/translated-field';
import { useApiForm } from '../forms/use-api-form';
import { useShared } from '../i18n/use-shared';
import { useUploadText } from './i18n';
import { ErrorState } from '../ui/error-state';
import { toast } from '../ui/toast';
import { describeImage, imageTextsQuery } from './media';

/** The alternative text of a picture in each language of the store, for screen readers and search engines. */
export default function AltDialog({ id, onDone }: { id: string; onDone: () => void }) {
  const query = useQuery(imageTextsQuery(id));
  if (query.data) return <AltForm id={id} texts={query.data} onDone={onDone} />;
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton height={96} />;
}

function AltForm({ id, texts, onDone }: { id: string; texts: { ar?: string; en?: string }; onDone: () => void }) {
  const s = useShared();
  const u = useUploadText();
  const save = useApiMutation({ run: describeImage, invalidates: [imageTextsQuery(id).queryKey] });
  const form = useApiForm({ initialValues: { alt: { ar: texts.ar ?? '', en: texts.en ?? '' } } });
  return (
    <Form
      form={form}
      guard={false}
      label={u('upload.describe')}
      onSave={({ alt }) => save.mutateAsync({ id, alt })}
      onSaved={() => {
        toast.success(s('saved'));
        onDone();
      }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {u('upload.describeText')}
        </Text>
        <TranslatedField form={form} name="alt" label={u('upload.describeLabel')} maxLength={200} autoFocus />
        <Group justify="flex-end">
          <Button type="submit" loading={form.busy}>
            {s('save')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
