import { ActionIcon, Button, Input, RingProgress, Text } from '@mantine/core';
import {
  IconGripVertical,
  IconPhotoPlus,
  IconPhotoSearch,
  IconRefresh,
  IconTextCaption,
  IconTrash,
} from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { isApiError } from '../api/error';
import { Sortable } from '../dnd/sortable';
import { useShared } from '../i18n/use-shared';
import { useUploadText } from './i18n';
import { useCan } from '../session/session';
import { LazyModal } from '../ui/lazy-overlay';
import { DropZone } from './drop-zone';
import { imageLimits, problemOf, sizeText, type ImageLimits, type ImageProblem } from './image-rules';
import { uploadImage, type MediaItem } from './media';
import classes from './upload.module.css';
import { lazyDialog } from '../ui/lazy-part';

const AltDialog = lazyDialog(() => import('./alt-dialog'));
const LibraryPicker = lazyDialog(() => import('./library-picker'));

interface Pending {
  key: string;
  file: File;
  preview: string;
  progress: number;
  error: string | null;
}

/**
 * Images of a row: drop or choose, progress and retry per file, order by dragging, the first is the cover (PR-04, ME-02).
 *
 * ```tsx
 * <ImageUploader label={t('images')} value={form.values.images} onChange={(v) => form.setFieldValue('images', v)}
 *   limits={productImageLimits} hint={t('imagesHint')} />
 * ```
 * `max={1}` for a logo. Local previews are shown while the upload runs; the form gets only what was stored.
 */
export function ImageUploader({
  label,
  value,
  onChange,
  max = 20,
  limits = imageLimits,
  hint,
  error,
  showCover = true,
  describes = false,
  ...rest
}: {
  label: string;
  value: readonly MediaItem[];
  onChange: (value: MediaItem[]) => void;
  max?: number;
  limits?: ImageLimits;
  hint?: string;
  error?: ReactNode;
  showCover?: boolean;
  /** Each picture may be given words for who cannot see it. */
  describes?: boolean;
  'data-path'?: string;
}) {
  const s = useShared();
  const u = useUploadText();
  const [pending, setPending] = useState<Pending[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [described, setDescribed] = useState<string | null>(null);
  const [picking, setPicking] = useState(false);
  const mayPick = useCan('read', 'Media');
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);

  const say = (kind: ImageProblem, name: string) =>
    `${name}: ${kind === 'dimensions' ? u('upload.dimensions', { size: sizeText(limits) }) : u(`upload.${kind}`)}`;
  const patch = (key: string, change: Partial<Pending>) =>
    setPending((list) => list.map((item) => (item.key === key ? { ...item, ...change } : item)));

  const send = async (item: Pending) => {
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

  const take = async (files: File[]) => {
    const problems: string[] = [];
    const good: Pending[] = [];
    const room = max - value.length - pending.length;
    for (const file of files.slice(0, Math.max(room, 0))) {
      const wrong = await problemOf(file, limits);
      if (wrong) {
        problems.push(say(wrong, file.name));
        continue;
      }
      const preview = URL.createObjectURL(file);
      good.push({ key: `${file.name}-${file.size}-${preview}`, file, preview, progress: 0, error: null });
    }
    if (files.length > room) problems.push(u('upload.tooMany', { count: max }));
    setProblem(problems.length > 0 ? problems.join('\n') : null);
    setPending((list) => [...list, ...good]);
    // One after the other: the order in which they were chosen is the order in which they stand.
    for (const item of good) await send(item);
  };

  return (
    <Input.Wrapper
      label={label}
      error={error ?? problem}
      component="div"
      styles={{ error: { whiteSpace: 'pre-line', marginBlockStart: 6 } }}
    >
      <div {...rest}>
        {value.length + pending.length < max && (
          <DropZone
            label={max === 1 ? u('upload.chooseOne') : u('upload.choose')}
            hint={hint}
            icon={<IconPhotoPlus size={30} stroke={1.5} aria-hidden />}
            accept={limits.types.join(',')}
            multiple={max > 1}
            onFiles={(files) => void take(files)}
          />
        )}
        {mayPick && value.length + pending.length < max && (
          <Button
            variant="subtle"
            size="compact-sm"
            mt={8}
            leftSection={<IconPhotoSearch size={16} aria-hidden />}
            onClick={() => setPicking(true)}
          >
            {u('upload.fromLibrary')}
          </Button>
        )}
        {value.length > 0 && (
          <Sortable items={value} onSort={onChange} layout="grid" className={classes.grid}>
            {(image, handle, index) => (
              <div className={classes.tile}>
                <img src={image.url} alt={image.alt ?? image.name ?? ''} loading="lazy" />
                {showCover && max > 1 && index === 0 && <span className={classes.cover}>{u('upload.cover')}</span>}
                {max > 1 && (
                  <button
                    type="button"
                    className={classes.grip}
                    aria-label={u('upload.move', { place: index + 1 })}
                    {...handle}
                  >
                    <IconGripVertical size={16} />
                  </button>
                )}
                {describes && (
                  <button
                    type="button"
                    className={classes.describe}
                    aria-label={u('upload.describePlace', { place: index + 1 })}
                    onClick={() => setDescribed(image.id)}
                  >
                    <IconTextCaption size={15} />
                  </button>
                )}
                <button
                  type="button"
                  className={classes.remove}
                  aria-label={u('upload.remove', { place: index + 1 })}
                  onClick={() => onChange(value.filter((candidate) => candidate.id !== image.id))}
                >
                  <IconTrash size={15} />
                </button>
              </div>
            )}
          </Sortable>
        )}
        {pending.length > 0 && (
          <ul className={classes.grid} style={{ listStyle: 'none', padding: 0 }}>
            {pending.map((item) => (
              <li key={item.key} className={classes.tile} data-failed={item.error !== null || undefined}>
                <img src={item.preview} alt={item.file.name} />
                <div className={classes.veil}>
                  {item.error ? (
                    <>
                      <Text size="xs" ta="center" role="alert">
                        {item.error}
                      </Text>
                      <ActionIcon variant="white" aria-label={s('tryAgain')} onClick={() => void send(item)}>
                        <IconRefresh size={16} />
                      </ActionIcon>
                      <ActionIcon
                        variant="white"
                        aria-label={s('cancel')}
                        onClick={() => setPending((list) => list.filter((candidate) => candidate.key !== item.key))}
                      >
                        <IconTrash size={16} />
                      </ActionIcon>
                    </>
                  ) : (
                    <RingProgress
                      size={52}
                      thickness={5}
                      sections={[{ value: item.progress * 100, color: 'lapis' }]}
                      aria-label={u('upload.uploading', { name: item.file.name })}
                    />
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
      <LazyModal
        opened={picking}
        onClose={() => setPicking(false)}
        title={u('upload.fromLibrary')}
        size="xl"
        closeButtonProps={{ 'aria-label': s('close') }}
      >
        {picking && (
          <Suspense fallback={null}>
            <LibraryPicker
              limits={limits}
              taken={value.map((image) => image.id)}
              most={max - value.length - pending.length}
              onPick={(images) => {
                setPicking(false);
                if (images.length > 0) onChange([...value, ...images]);
              }}
            />
          </Suspense>
        )}
      </LazyModal>
      <LazyModal
        opened={described !== null}
        onClose={() => setDescribed(null)}
        title={u('upload.describe')}
        closeButtonProps={{ 'aria-label': s('close') }}
      >
        {described && (
          <Suspense fallback={null}>
            <AltDialog id={described} onDone={() => setDescribed(null)} />
          </Suspense>
        )}
      </LazyModal>
    </Input.Wrapper>
  );
}
