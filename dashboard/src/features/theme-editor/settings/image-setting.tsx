import { Button, Group, Input, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isApiError } from '@/shared/api/error';
import { apiQuery } from '@/shared/api/query';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { ImageUploader } from '@/shared/upload/image-uploader';
import type { MediaItem } from '@/shared/upload/media';
import { FocalPoint } from './focal-point';
import { useSettingsText } from './i18n';
import { imageOf, imageValue, isOfTheme } from './image-value';
import { useWords, type InputProps } from './plain-settings';
import { ThemePicture } from './theme-picture';

/** The stored picture with this id; what was just chosen is known already. */
function usePicture(id: string | null) {
  const { language } = useLanguage();
  const [chosen, setChosen] = useState<MediaItem | null>(null);
  const isKnown = id === null || isOfTheme(id) || chosen?.id === id;
  const query = useQuery({ ...apiQuery('/media/{id}', { path: { id: id ?? '' }, quiet: true }), enabled: !isKnown });
  const { data } = query;
  const found: MediaItem | null =
    data && !isKnown
      ? {
          id: data.id,
          url: data.urls['320'] ?? data.url,
          name: data.file_name,
          alt: textOf(data.alt, language) || undefined,
        }
      : null;
  return { picture: isKnown && id !== null ? chosen : found, setChosen, query };
}

/** A picture of the library or the theme: chosen, uploaded, described, replaced, removed; and which point of it stays in sight. */
export function ImageSetting({ setting, field, isReadOnly, theme }: InputProps<'image'> & { theme: string }) {
  const t = useSettingsText();
  const s = useShared();
  const { label, description, required } = useWords(setting);
  const place = useRef<HTMLDivElement>(null);
  const [isReplacing, setReplacing] = useState(false);
  const image = imageOf(field.value);
  const id = image?.id ?? null;
  const { picture, setChosen, query } = usePicture(id);
  const error = field.fault ?? field.refusal;
  /** The buttons take each other's place, and the focus with it. */
  const swap = (change: () => void) => {
    flushSync(change);
    place.current?.querySelector<HTMLElement>('button')?.focus();
  };
  const pick = (item: MediaItem | null) => {
    setChosen(item);
    setReplacing(false);
    field.set(item?.id ?? null);
  };
  if (image && isOfTheme(image.id) && !isReplacing) {
    return (
      <div ref={place}>
        <ThemePicture
          id={image.id}
          focus={image.focus}
          theme={theme}
          label={label}
          description={description}
          required={required}
          error={error}
          path={field.path}
          isReadOnly={isReadOnly}
          onReplace={() => swap(() => setReplacing(true))}
          onSet={(value) => (value === null ? swap(() => pick(null)) : field.set(value))}
        />
      </div>
    );
  }
  const isGone = isApiError(query.error) && query.error.status === 404;
  if (id && !picture && !isReplacing) {
    return (
      <Input.Wrapper label={label} labelElement="div" required={required} error={error}>
        <div ref={place} data-path={field.path}>
          {query.error ? (
            <Group gap={8}>
              <Text size="sm" c="dimmed">
                {isGone ? t('image.deleted') : s('error.failed')}
              </Text>
              {!isGone && (
                <Button variant="default" size="compact-sm" onClick={() => void query.refetch()}>
                  {s('tryAgain')}
                </Button>
              )}
              <Button variant="default" size="compact-sm" onClick={() => swap(() => setReplacing(true))}>
                {t('image.replace')}
              </Button>
              <Button variant="subtle" color="red" size="compact-sm" onClick={() => swap(() => pick(null))}>
                {t('image.remove')}
              </Button>
            </Group>
          ) : (
            <Skeleton height={112} width={112} radius="md" />
          )}
        </div>
      </Input.Wrapper>
    );
  }
  const isShowing = picture !== null && !isReplacing;
  return (
    <div ref={place}>
      <ImageUploader
        label={label}
        max={1}
        describes
        showCover={false}
        hint={[description, t('image.hint')].filter(Boolean).join(' · ')}
        value={isShowing ? [picture] : []}
        onChange={(images) => pick(images.at(-1) ?? null)}
        error={error}
        data-path={field.path}
      />
      {isShowing && !isReadOnly && (
        <Button variant="default" size="compact-sm" mt={8} onClick={() => swap(() => setReplacing(true))}>
          {t('image.replace')}
        </Button>
      )}
      {isShowing && image && (
        <FocalPoint
          url={picture.url}
          focus={image.focus}
          isReadOnly={isReadOnly}
          onFocus={(focus) => field.set(imageValue(image.id, focus))}
        />
      )}
      {id && isReplacing && (
        <Button variant="default" size="compact-sm" mt={8} onClick={() => swap(() => setReplacing(false))}>
          {s('cancel')}
        </Button>
      )}
    </div>
  );
}
