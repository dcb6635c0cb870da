import { useEffect, useRef, useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { formatBytes } from '@/shared/i18n/format';
import { useShared } from '@/shared/i18n/use-shared';
import { useUploadText } from '@/shared/upload/i18n';
import { useGalleryText } from './i18n';
import { staleAfterChange, uploadTheme, type UploadedTheme } from './theme-gallery.api';

/** What stands for the archive itself where the server names a file. */
export const ARCHIVE = 'file';
const MOST_BYTES = 8 * 1024 * 1024;

export interface UploadProblem {
  /** The name of the file that was chosen. */
  name: string;
  files: readonly { file: string; reasons: readonly string[] }[];
}

type State =
  | { step: 'choose'; problem?: UploadProblem }
  | { step: 'sending'; name: string; share: number }
  | { step: 'done'; uploaded: UploadedTheme };

/** Sends a theme's file; what is wrong with it is kept until the next one. */
export function useThemeUpload() {
  const t = useGalleryText();
  const s = useShared();
  const u = useUploadText();
  const [state, setState] = useState<State>({ step: 'choose' });
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const upload = useApiMutation({ run: uploadTheme, invalidates: staleAfterChange });

  const refuse = (name: string, files: UploadProblem['files']) =>
    setState({ step: 'choose', problem: { name, files } });
  const refuseWhole = (name: string, reason: string) => refuse(name, [{ file: ARCHIVE, reasons: [reason] }]);

  const send = async (file: File) => {
    const { name } = file;
    if (!/\.zip$/i.test(name)) return refuseWhole(name, t('upload.notZip'));
    if (file.size > MOST_BYTES) return refuseWhole(name, t('upload.tooLarge', { size: formatBytes(file.size) }));
    setState({ step: 'sending', name, share: 0 });
    const controller = new AbortController();
    abort.current = controller;
    try {
      const onProgress = (share: number) => setState({ step: 'sending', name, share });
      const uploaded = await upload.mutateAsync({ file, onProgress, signal: controller.signal });
      setState({ step: 'done', uploaded });
    } catch (failure) {
      if (controller.signal.aborted) return;
      if (isApiError(failure) && failure.status === 422) {
        refuse(
          name,
          Object.entries(failure.fields).map(([of, reasons]) => ({ file: of, reasons })),
        );
        return;
      }
      const unreachable = isApiError(failure) && failure.outcome === 'unreachable';
      const text = isApiError(failure) ? failure.message : '';
      refuseWhole(name, unreachable ? s('error.unreachableText') : text || u('upload.failed'));
    }
  };

  return { state, send, stop: () => abort.current?.abort() };
}
