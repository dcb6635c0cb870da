import { Button, SegmentedControl, Select, VisuallyHidden } from '@mantine/core';
import { IconLayoutGrid, IconList, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { formatBytes } from '@/shared/i18n/format';
import { useCan } from '@/shared/session/session';
import { ListFilter } from '@/shared/table/filters';
import { FoldedFilters } from '@/shared/table/folded-filters';
import { ListPage } from '@/shared/table/list-page';
import { useList, type ListState } from '@/shared/table/use-list';
import { imageLimits } from '@/shared/upload/image-rules';
import { useUploads } from '@/shared/upload/use-uploads';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { useMediaText } from './i18n';
import { media, weightQuery, type LibraryItem } from './media.api';
import { useMediaColumns } from './media-columns';
import { MediaGrid } from './media-grid';
import { mediaList, mediaSorts, mediaTypes } from './media.model';
import { PageDrop } from './page-drop';
import { UploadTray } from './upload-tray';

/** ME-01: every picture of the store; files dropped anywhere on the page, or pasted, are uploaded. */
export function MediaPage() {
  const t = useMediaText();
  const list = useList(mediaList);
  const client = useQueryClient();
  const columns = useMediaColumns();
  const weight = useQuery(weightQuery).data;
  const mayCreate = useCan('create', 'Media');
  const mayDelete = useCan('delete', 'Media');
  const input = useRef<HTMLInputElement>(null);
  const refresh = () => client.invalidateQueries({ queryKey: media.key });
  const uploads = useUploads(imageLimits, () => void refresh());
  const asList = useAsList();
  const choose = mayCreate && (
    <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => input.current?.click()}>
      {t('upload')}
    </Button>
  );
  return (
    <>
      {mayCreate && <PageDrop label={t('dropHere')} onFiles={uploads.add} />}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={imageLimits.types.join(',')}
        data-upload
        onChange={(event) => {
          uploads.add([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <ListPage<LibraryItem>
        title={t('title')}
        subtitle={
          weight &&
          (weight.count === 0
            ? t('hint')
            : `${t('weight', { count: weight.count, bytes: formatBytes(weight.bytes) })} · ${t('weightUnused', { count: weight.unused_count, bytes: formatBytes(weight.unused_bytes) })}`)
        }
        actions={choose}
        list={list}
        query={media.indexQuery(list.params)}
        columns={columns}
        rowId={(row) => row.picture.id}
        rowName={(row) => row.picture.file_name}
        rowLink={(row) => ({ to: '/media/$id', params: { id: row.picture.id }, search: true })}
        searchPlaceholder={t('search')}
        filters={<Filters list={list} />}
        before={<UploadTray uploads={uploads} />}
        bulk={
          mayDelete
            ? [
                {
                  key: 'delete',
                  label: t('delete'),
                  icon: <IconTrash size={16} aria-hidden />,
                  danger: true,
                  ask: (count) => ({ title: t('deleteAsk', { count }), text: t('deleteText') }),
                  // A deletion has no undo: each picture is chosen.
                  runAll: null,
                  run: async (ids) => {
                    const results = await media.removeMany(ids);
                    await refresh();
                    return results;
                  },
                },
              ]
            : undefined
        }
        empty={{ title: t('empty'), text: t('emptyText'), illustration: 'box', action: choose }}
        show={
          asList
            ? undefined
            : (rows, selected, onSelect) => (
                <MediaGrid rows={rows} selected={selected} onSelect={mayDelete ? onSelect : undefined} />
              )
        }
      />
    </>
  );
}

/** The view is in the URL; it is no filter, and stays when filters are cleared. */
const useAsList = () => useSearch({ from: '/media' }).view === 'list';

const filterNames = ['used', 'without_alt', 'type'] as const;

function Filters({ list }: { list: ListState }) {
  const t = useMediaText();
  const asList = useAsList();
  const phone = usePhoneScreen();
  return (
    <>
      <FoldedFilters list={list} names={filterNames}>
        <ListFilter
          list={list}
          name="used"
          label={t('filter.used')}
          options={[
            { value: 'no', label: t('used.no') },
            { value: 'yes', label: t('used.yes') },
          ]}
        />
        <ListFilter
          list={list}
          name="without_alt"
          label={t('filter.withoutAlt')}
          options={[
            { value: 'ar', label: t('withoutAlt.ar') },
            { value: 'en', label: t('withoutAlt.en') },
          ]}
        />
        <ListFilter
          list={list}
          name="type"
          label={t('filter.type')}
          many
          options={mediaTypes.map((value) => ({ value, label: value.toUpperCase() }))}
        />
      </FoldedFilters>
      {(!asList || phone) && (
        // Pictures and cards have no column heads to sort by.
        <Select
          aria-label={t('sort')}
          w={170}
          allowDeselect={false}
          data={mediaSorts.map(([value, label]) => ({ value, label: t(label) }))}
          value={list.search.sort ?? mediaList.sort}
          onChange={(sort) => list.set({ sort: sort === mediaList.sort ? undefined : (sort ?? undefined) })}
        />
      )}
      <SegmentedControl
        aria-label={t('view')}
        style={{ marginInlineStart: 'auto' }}
        value={asList ? 'list' : 'grid'}
        onChange={(view) => list.set({ view: view === 'list' ? 'list' : undefined }, { replace: true })}
        data={[
          {
            value: 'grid',
            label: (
              <>
                <IconLayoutGrid size={18} aria-hidden style={{ display: 'block' }} />
                <VisuallyHidden>{t('view.grid')}</VisuallyHidden>
              </>
            ),
          },
          {
            value: 'list',
            label: (
              <>
                <IconList size={18} aria-hidden style={{ display: 'block' }} />
                <VisuallyHidden>{t('view.list')}</VisuallyHidden>
              </>
            ),
          },
        ]}
      />
    </>
  );
}
