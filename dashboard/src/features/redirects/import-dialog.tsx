import { Alert, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { useShared } from '@/shared/i18n/use-shared';
import { Dialog } from '@/shared/ui/dialog';
import { toast } from '@/shared/ui/toast';
import { DropZone } from '@/shared/upload/drop-zone';
import { useRedirectText } from './i18n';
import { ImportPreview } from './import-preview';
import { mostBytes, readFile } from './read-file';
import { importRedirects, staleAfterChange, type ImportView } from './redirects.api';

type Step = 'choose' | 'reading' | 'saving' | { preview: ImportView; content: string };

/** Redirects out of a .csv file: what it would do is shown before it is done. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useRedirectText();
  const s = useShared();
  const client = useQueryClient();
  const [step, setStep] = useState<Step>('choose');
  const [problem, setProblem] = useState('');

  const fail = (failure: unknown) => {
    const text = isApiError(failure) ? (failure.messages[0] ?? failure.message) : '';
    setProblem(
      isApiError(failure) && failure.outcome === 'unreachable'
        ? s('error.unreachableText')
        : text || t('import.unreadable'),
    );
    setStep('choose');
  };
  const read = async (file: File) => {
    setProblem('');
    if (file.size > mostBytes) {
      setProblem(t('import.tooLarge'));
      return;
    }
    setStep('reading');
    const content = await readFile(file);
    if (content === null) {
      setProblem(t('import.unreadable'));
      setStep('choose');
      return;
    }
    await importRedirects(content, true).then((preview) => setStep({ preview, content }), fail);
  };
  const apply = async (content: string) => {
    setStep('saving');
    try {
      const done = await importRedirects(content, false);
      await Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
      toast.success(t('import.done', { count: done.created + done.updated }));
      onClose();
    } catch (failure) {
      fail(failure);
    }
  };

  return (
    <Dialog title={t('import.title')} size={560} tall onClose={onClose}>
      {typeof step === 'object' ? (
        <ImportPreview
          preview={step.preview}
          onApply={() => void apply(step.content)}
          onOther={() => setStep('choose')}
        />
      ) : (
        <Stack gap={16}>
          <Text size="sm" c="dimmed">
            {t('import.text')}
          </Text>
          {step === 'choose' ? (
            <DropZone
              label={t('import.drop')}
              hint={t('import.hint')}
              icon={<IconFileSpreadsheet size={34} stroke={1.4} aria-hidden style={{ flex: 'none' }} />}
              accept=".csv,text/csv,text/plain"
              onFiles={([file]) => file && void read(file)}
            />
          ) : (
            <Text role="status" size="sm">
              <Loader size="xs" me={8} />
              {t('import.reading')}
            </Text>
          )}
          {problem && (
            <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
              {problem}
            </Alert>
          )}
        </Stack>
      )}
    </Dialog>
  );
}
