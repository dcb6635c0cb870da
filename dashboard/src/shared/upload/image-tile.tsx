import { ActionIcon, RingProgress, Text } from '@mantine/core';
import { IconGripVertical, IconRefresh, IconTextCaption, IconTrash } from '@tabler/icons-react';
import type { ButtonHTMLAttributes } from 'react';
import { useShared } from '../i18n/use-shared';
import { useUploadText } from './i18n';
import type { MediaItem } from './media';
import classes from './upload.module.css';
import type { PendingImage } from './use-image-uploads';

/** A stored image with its actions. */
export function ImageTile({
  image,
  place,
  isCover,
  handle,
  onDescribe,
  onRemove,
}: {
  image: MediaItem;
  /** Position, counted from one. */
  place: number;
  isCover: boolean;
  /** Props of the drag handle; none where there is nothing to sort. */
  handle?: ButtonHTMLAttributes<HTMLButtonElement>;
  onDescribe?: () => void;
  onRemove: () => void;
}) {
  const u = useUploadText();
  return (
    <div className={classes.tile}>
      <img src={image.url} alt={image.alt ?? image.name ?? ''} loading="lazy" />
      {isCover && <span className={classes.cover}>{u('upload.cover')}</span>}
      {handle && (
        <button type="button" className={classes.grip} aria-label={u('upload.move', { place: place })} {...handle}>
          <IconGripVertical size={16} />
        </button>
      )}
      {onDescribe && (
        <button
          type="button"
          className={classes.describe}
          aria-label={u('upload.describePlace', { place: place })}
          onClick={onDescribe}
        >
          <IconTextCaption size={15} />
        </button>
      )}
      <button
        type="button"
        className={classes.remove}
        aria-label={u('upload.remove', { place: place })}
        onClick={onRemove}
      >
        <IconTrash size={15} />
      </button>
    </div>
  );
}

/** An image that is being uploaded, or failed. */
export function PendingTile({
  item,
  onRetry,
  onDrop,
}: {
  item: PendingImage;
  onRetry: () => void;
  onDrop: () => void;
}) {
  const s = useShared();
  const u = useUploadText();
  return (
    <li className={classes.tile} data-failed={item.error !== null || undefined}>
      <img src={item.preview} alt={item.file.name} />
      <div className={classes.veil}>
        {item.error ? (
          <>
            <Text size="xs" ta="center" role="alert">
              {item.error}
            </Text>
            <ActionIcon variant="white" aria-label={s('tryAgain')} onClick={onRetry}>
              <IconRefresh size={16} />
            </ActionIcon>
            <ActionIcon variant="white" aria-label={s('cancel')} onClick={onDrop}>
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
  );
}
