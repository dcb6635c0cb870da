import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  Group,
  Menu,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconBookmarkPlus,
  IconDots,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { toast } from '@/shared/ui/toast';
import { keepMemory, memoryQuery } from '../list-memory';
import { useOrderListText } from './i18n';
import { restoreView, sortViews, views, viewsKey, viewsQuery, type OrderView } from './list.api';
import classes from './list.module.css';

/** A view: its query as the API takes it, and its columns; empty for the defaults. */
export interface ViewContent {
  query: Record<string, string>;
  columns: string[];
}

/** The user's own and shared views: open, save, rename, sort, delete and restore. */
export function ViewsPanel({
  current,
  isCurrent,
  onOpen,
}: {
  current: ViewContent;
  isCurrent: (view: OrderView) => boolean;
  onOpen: (view: OrderView) => void;
}) {
  const t = useOrderListText();
  const all = useQuery(viewsQuery).data;
  const [edited, setEdited] = useState<OrderView | 'new' | null>(null);
  if (edited) {
    return <ViewForm view={edited === 'new' ? undefined : edited} current={current} onDone={() => setEdited(null)} />;
  }
  const ownViews = all?.filter((view) => !view.is_shared) ?? [];
  const team = all?.filter((view) => view.is_shared) ?? [];
  const part = (title: string, list: OrderView[]) =>
    list.length > 0 && (
      <div>
        <Text size="xs" c="dimmed" fw={600} mb={4}>
          {title}
        </Text>
        <ul className={classes.list}>
          {list.map((view) => (
            <li key={view.id} className={classes.line}>
              <ViewLine
                view={view}
                among={list}
                current={isCurrent(view)}
                onOpen={() => onOpen(view)}
                onEdit={() => setEdited(view)}
              />
            </li>
          ))}
        </ul>
      </div>
    );
  return (
    <Stack gap={16}>
      {all && all.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('views.empty')}
        </Text>
      )}
      {part(t('views.mine'), ownViews)}
      {part(t('views.team'), team)}
      <Button
        variant="default"
        leftSection={<IconBookmarkPlus size={16} aria-hidden />}
        onClick={() => setEdited('new')}
      >
        {t('views.save')}
      </Button>
    </Stack>
  );
}

function ViewLine({
  view,
  among,
  current,
  onOpen,
  onEdit,
}: {
  view: OrderView;
  among: readonly OrderView[];
  current: boolean;
  onOpen: () => void;
  onEdit: () => void;
}) {
  const t = useOrderListText();
  const client = useQueryClient();
  const mayShare = useCan('update', 'Setting');
  const memory = useQuery(memoryQuery).data;
  const isDefault = memory?.defaultView === view.id;
  const at = among.findIndex((other) => other.id === view.id);
  const sort = useApiMutation({
    run: (to: number) => {
      const ids = among.map((other) => other.id).filter((id) => id !== view.id);
      ids.splice(to, 0, view.id);
      return sortViews(view.is_shared, ids);
    },
    invalidates: [viewsKey],
  });
  const remember = useApiMutation({
    run: async () => {
      const next = { columns: memory?.columns ?? null, defaultView: isDefault ? null : view.id };
      await keepMemory(next);
      client.setQueryData(memoryQuery.queryKey, next);
    },
    invalidates: [],
  });
  const bringBack = useApiMutation({ run: () => restoreView(view.id), invalidates: [viewsKey] });
  const remove = useApiMutation({
    run: () => views.remove(view.id),
    invalidates: [viewsKey],
    done: () =>
      toast.success({
        title: t('views.deleted', { name: view.name }),
        action: { label: t('views.undo'), run: () => bringBack.mutate(undefined) },
      }),
  });
  const mayChange = !view.is_shared || mayShare;
  return (
    <>
      <UnstyledButton className={classes.view} aria-current={current || undefined} onClick={onOpen}>
        <bdi>{view.name}</bdi>
        {isDefault && (
          <Badge size="xs" variant="light" ms={8}>
            {t('views.isDefault')}
          </Badge>
        )}
      </UnstyledButton>
      <Menu position="bottom-end" width={220} withinPortal={false}>
        <Menu.Target>
          <ActionIcon aria-label={t('views.options', { name: view.name })}>
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={isDefault ? <IconPinnedOff size={15} /> : <IconPin size={15} />}
            onClick={() => remember.mutate(undefined)}
          >
            {t(isDefault ? 'views.notDefault' : 'views.default')}
          </Menu.Item>
          {mayChange && (
            <>
              <Menu.Item leftSection={<IconPencil size={15} />} onClick={onEdit}>
                {t('views.edit')}
              </Menu.Item>
              {at > 0 && (
                <Menu.Item leftSection={<IconArrowUp size={15} />} onClick={() => sort.mutate(at - 1)}>
                  {t('views.up')}
                </Menu.Item>
              )}
              {at < among.length - 1 && (
                <Menu.Item leftSection={<IconArrowDown size={15} />} onClick={() => sort.mutate(at + 1)}>
                  {t('views.down')}
                </Menu.Item>
              )}
              <Menu.Item c="var(--bad)" leftSection={<IconTrash size={15} />} onClick={() => remove.mutate(undefined)}>
                {t('views.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Form of a view: its name, whether it is shared, and whether it takes the list's current state. */
function ViewForm({ view, current, onDone }: { view?: OrderView; current: ViewContent; onDone: () => void }) {
  const t = useOrderListText();
  const s = useShared();
  const mayShare = useCan('update', 'Setting');
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.is_shared ?? false);
  const [takes, setTakes] = useState(false);
  const save = useApiMutation({
    run: () =>
      view
        ? views.update(view.id, {
            name,
            is_shared: shared,
            ...(takes && { content: current }),
            version: view.version,
          })
        : views.create({ name, is_shared: shared, content: current }),
    invalidates: [viewsKey],
    done: () => {
      toast.success(t('views.saved', { name }));
      onDone();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) save.mutate(undefined);
      }}
    >
      <Stack gap={14}>
        <Text fw={600}>{t(view ? 'views.editTitle' : 'views.saveTitle')}</Text>
        <TextInput
          label={t('views.name')}
          value={name}
          maxLength={60}
          required
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {mayShare && (
          <Checkbox
            label={t('views.shared')}
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        )}
        {view && (
          <Checkbox
            label={t('views.content')}
            checked={takes}
            onChange={(event) => setTakes(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onDone}>
            {s('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!name.trim()}>
            {s('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
