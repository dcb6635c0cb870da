import { Button, Input } from '@mantine/core';
import { IconPhotoPlus, IconPhotoSearch } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import { Sortable } from '../dnd/sortable';
import { useShared } from '../i18n/use-shared';
import { useUploadText } from './i18n';
import { useCan } from '../session/session';
import { LazyModal } from '../ui/lazy-overlay';
import { DropZone } from './drop-zone';
import { imageLimits, type ImageLimits } from './image-rules';
import { ImageTile, PendingTile } from './image-tile';
import type { MediaItem } from './media';
import classes from './upload.module.css';
import { useImageUploads } from './use-image-uploads';
import { lazyDialog } from '../ui/lazy-part';

const AltDialog = lazyDialog(() => import('./alt-dialog'));
const LibraryPicker = lazyDialog(() => import('./library-picker'));

/**
 * A field of images: drop or choose, progress and retry per file, sorted by dragging, the first is the cover (PR-04,
 * ME-02).
 *
 * ```tsx
 * <ImageUploader label={t('images')} value={form.values.images} onChange={(v) => form.setFieldValue('images', v)}
 *   limits={productImageLimits} hint={t('imagesHint')} />
 * ```
 * `max={1}` for a logo. Local previews are shown during the upload; the form gets only stored images.
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
  /** Each picture can be given an alternative text. */
  describes?: boolean;
  'data-path'?: string;
}) {
  const s = useShared();
  const u = useUploadText();
  const { pending, problem, take, send, drop } = useImageUploads({ value, onChange, max, limits });
  const [described, setDescribed] = useState<string | null>(null);
  const [picking, setPicking] = useState(false);
  const mayPick = useCan('read', 'Media');

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
              <ImageTile
                image={image}
                place={index + 1}
                isCover={showCover && max > 1 && index === 0}
                handle={max > 1 ? handle : undefined}
                onDescribe={describes ? () => setDescribed(image.id) : undefined}
                onRemove={() => onChange(value.filter((candidate) => candidate.id !== image.id))}
              />
            )}
          </Sortable>
        )}
        {pending.length > 0 && (
          <ul className={classes.grid} style={{ listStyle: 'none', padding: 0 }}>
            {pending.map((item) => (
              <PendingTile key={item.key} item={item} onRetry={() => void send(item)} onDrop={() => drop(item.key)} />
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
              limit={max - value.length - pending.length}
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
