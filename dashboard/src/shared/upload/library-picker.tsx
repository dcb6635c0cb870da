import { Button, CloseButton, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { api } from '../api/client';
import type { Schema } from '../api/wire-schema';
import { useLanguage } from '../i18n/language';
import { textOf } from '../i18n/texts';
import { useShared } from '../i18n/use-shared';
import { useUploadText } from './i18n';
import { ErrorState } from '../ui/error-state';
import type { ImageLimits } from './image-rules';
import type { MediaItem } from './media';
import classes from './upload.module.css';

type Item = Schema<'LibraryItem'>;

/** Pictures of the library; those that the field does not accept are not offered. */
export default function LibraryPicker({
  limits,
  taken,
  limit,
  onPick,
}: {
  limits: ImageLimits;
  taken: readonly string[];
  /** Maximum of pictures to select. */
  limit: number;
  onPick: (images: MediaItem[]) => void;
}) {
  const s = useShared();
  const u = useUploadText();
  const { language } = useLanguage();
  const [input, setInput] = useState('');
  const [chosen, setChosen] = useState<readonly Item[]>([]);
  const search = useDeferredValue(input.trim());
  const params = { per_page: 50, search, 'filter[type]': limits.types.map((type) => type.replace('image/', '')) };
  const query = useInfiniteQuery({
    queryKey: ['media', 'pick', params] as const,
    queryFn: ({ pageParam, signal }) =>
      api.get('/media', { query: { ...params, cursor: pageParam || undefined }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.next_cursor ?? undefined,
  });
  const items = (query.data?.pages ?? [])
    .flatMap((page) => page.data)
    .filter((item) => !taken.includes(item.picture.id));
  const isChosen = (item: Item) => chosen.some((other) => other.picture.id === item.picture.id);
  const toggle = (item: Item) => {
    if (limit === 1) onPick([mediaOf(item)]);
    else if (isChosen(item)) setChosen(chosen.filter((other) => other.picture.id !== item.picture.id));
    else if (chosen.length < limit) setChosen([...chosen, item]);
  };
  return (
    <Stack>
      <TextInput
        type="search"
        aria-label={u('upload.librarySearch')}
        placeholder={u('upload.librarySearch')}
        data-autofocus
        leftSection={<IconSearch size={17} aria-hidden />}
        value={input}
        onChange={(event) => setInput(event.currentTarget.value)}
        rightSection={input ? <CloseButton size="sm" aria-label={s('clear')} onClick={() => setInput('')} /> : null}
      />
      {query.error && !query.data && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && (
        <div className={classes.grid}>
          {[1, 2, 3, 4, 5, 6].map((n) => (
            <Skeleton key={n} className={classes.tile} />
          ))}
        </div>
      )}
      {query.data && items.length === 0 && (
        <Text c="dimmed" ta="center" py={32}>
          {u('upload.libraryEmpty')}
        </Text>
      )}
      <div className={classes.grid} style={{ marginBlockStart: 0 }}>
        {items.map((item) => {
          const name = textOf(item.picture.alt, language) || item.picture.file_name;
          return (
            <button
              key={item.picture.id}
              type="button"
              className={classes.pick}
              aria-pressed={isChosen(item)}
              aria-label={name}
              title={item.picture.file_name}
              onClick={() => toggle(item)}
            >
              <img src={item.picture.urls['320'] ?? item.picture.url} alt="" loading="lazy" />
              {isChosen(item) && (
                <span className={classes.picked}>
                  <IconCheck size={16} aria-hidden />
                </span>
              )}
            </button>
          );
        })}
      </div>
      <Group justify="space-between">
        {query.hasNextPage ? (
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {u('upload.libraryMore')}
          </Button>
        ) : (
          <span />
        )}
        {limit > 1 && (
          <Button disabled={chosen.length === 0} onClick={() => onPick(chosen.map(mediaOf))}>
            {u('upload.libraryAdd', { count: chosen.length })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const mediaOf = ({ picture }: Item): MediaItem => ({
  id: picture.id,
  url: picture.urls['320'] ?? picture.url,
  name: picture.file_name,
});
