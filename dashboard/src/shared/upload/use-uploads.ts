import { useRef, useState } from 'react';
import { isApiError } from '../api/error';
import { useUploadText } from './i18n';
import { problemOf, sizeText, type ImageLimits } from './image-rules';
import { uploadImage, type MediaItem } from './media';

/** An upload to the library. */
export interface Upload {
  key: string;
  file: File;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** Progress, 0 to 1. */
  progress: number;
  error: string | null;
}

/** Concurrent uploads: a phone's connection carries these without slowing the first. */
const atOnce = 3;

/**
 * Uploads, a few at a time. A file that breaks a rule shows its error and is not sent; a failed upload can be retried.
 * `onStored` is called for each stored file.
 */
export function useUploads(limits: ImageLimits, onStored: (stored: MediaItem) => void) {
  const s = useUploadText();
  const [list, setList] = useState<readonly Upload[]>([]);
  const queue = useRef<Upload[]>([]);
  const running = useRef(0);
  const count = useRef(0);
  const patch = (key: string, change: Partial<Upload>) =>
    setList((all) => all.map((item) => (item.key === key ? { ...item, ...change } : item)));

  const send = async (item: Upload) => {
    patch(item.key, { state: 'running', progress: 0, error: null });
    try {
      const problem = await problemOf(item.file, limits);
      if (problem) {
        const size = sizeText(limits);
        const error = problem === 'dimensions' ? s('upload.dimensions', { size }) : s(`upload.${problem}`);
        patch(item.key, { state: 'failed', error });
        return;
      }
      const stored = await uploadImage(item.file, {
        purpose: limits.purpose,
        onProgress: (progress) => patch(item.key, { progress }),
      });
      patch(item.key, { state: 'done', progress: 1 });
      onStored(stored);
    } catch (failure) {
      const message = isApiError(failure) ? (failure.messages[0] ?? failure.message) : '';
      patch(item.key, { state: 'failed', error: message || s('upload.failed') });
    }
  };
  const next = () => {
    while (running.current < atOnce) {
      const item = queue.current.shift();
      if (!item) return;
      running.current += 1;
      void send(item).finally(() => {
        running.current -= 1;
        next();
      });
    }
  };

  const add = (files: readonly File[]) => {
    const items = files.map((file): Upload => {
      count.current += 1;
      return { key: `upload-${count.current}`, file, state: 'waiting', progress: 0, error: null };
    });
    setList((all) => [...all.filter((item) => item.state !== 'done'), ...items]);
    queue.current.push(...items);
    next();
  };
  const retry = (item: Upload) => {
    queue.current.push(item);
    next();
  };
  const clear = () => setList((all) => all.filter((item) => item.state === 'waiting' || item.state === 'running'));
  return { list, add, again: retry, clear };
}

/** The pictures among dropped or pasted data; pasted text is ignored. */
export const imageFiles = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(
    (file) => file.type.startsWith('image/') || /\.(jpe?g|png|gif|webp)$/i.test(file.name),
  );
