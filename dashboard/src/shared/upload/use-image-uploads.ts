import { useEffect, useRef, useState } from 'react';
import { isApiError } from '../api/error';
import { useUploadText } from './i18n';
import { problemOf, sizeText, type ImageLimits, type ImageProblem } from './image-rules';
import { uploadImage, type MediaItem } from './media';

export interface PendingImage {
  key: string;
  file: File;
  preview: string;
  progress: number;
  error: string | null;
}

/** Uploads of an image field: validated, sent one after the other, retried; `onChange` gets the stored images. */
export function useImageUploads({
  value,
  onChange,
  max,
  limits,
}: {
  value: readonly MediaItem[];
  onChange: (value: MediaItem[]) => void;
  max: number;
  limits: ImageLimits;
}) {
  const u = useUploadText();
  const [pending, setPending] = useState<PendingImage[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);

  const toastProblem = (kind: ImageProblem, name: string) =>
    `${name}: ${kind === 'dimensions' ? u('upload.dimensions', { size: sizeText(limits) }) : u(`upload.${kind}`)}`;
  const patch = (key: string, change: Partial<PendingImage>) =>
    setPending((list) => list.map((item) => (item.key === key ? { ...item, ...change } : item)));

  const send = async (item: PendingImage) => {
    patch(item.key, { error: null, progress: 0 });
    try {
      const stored = await uploadImage(item.file, {
        purpose: limits.purpose,
        onProgress: (progress) => patch(item.key, { progress }),
      });
      setPending((list) => list.filter((candidate) => candidate.key !== item.key));
      URL.revokeObjectURL(item.preview);
      const next = [...latest.current, stored];
      latest.current = next;
      onChange(next);
    } catch (failure) {
      patch(item.key, {
        error:
          isApiError(failure) && (failure.messages[0] ?? failure.message)
            ? (failure.messages[0] ?? failure.message)
            : u('upload.failed'),
      });
    }
  };

  const addFiles = async (files: File[]) => {
    const problems: string[] = [];
    const accepted: PendingImage[] = [];
    const freeSlots = max - value.length - pending.length;
    for (const file of files.slice(0, Math.max(freeSlots, 0))) {
      const fileProblem = await problemOf(file, limits);
      if (fileProblem) {
        problems.push(toastProblem(fileProblem, file.name));
        continue;
      }
      const preview = URL.createObjectURL(file);
      accepted.push({ key: `${file.name}-${file.size}-${preview}`, file, preview, progress: 0, error: null });
    }
    if (files.length > freeSlots) problems.push(u('upload.tooMany', { count: max }));
    setProblem(problems.length > 0 ? problems.join('\n') : null);
    setPending((list) => [...list, ...accepted]);
    // Sequentially, so that they keep the order in which they were chosen.
    for (const item of accepted) await send(item);
  };
  const drop = (key: string) => setPending((list) => list.filter((candidate) => candidate.key !== key));
  return { pending, problem, take: addFiles, send, drop };
}
