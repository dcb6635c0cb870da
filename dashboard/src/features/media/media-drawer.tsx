import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconReplace, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Form } from '@/shared/forms/form';
import { TranslatedField } from '@/shared/forms/translated-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import { formatBytes } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useUploadText } from '@/shared/upload/i18n';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { DetailPage } from '@/shared/ui/page';
import { RoutedDrawer } from '@/shared/ui/routed-drawer';
import { routerLink, type AppLink } from '@/shared/ui/app-link';
import { StatusBadge } from '@/shared/ui/status-badge';
import { toast } from '@/shared/ui/toast';
import { imageLimits, problemOf, productImageLimits, sizeText } from '@/shared/upload/image-rules';
import { deleteMedia, describeImage, replaceImage } from '@/shared/upload/media';
import { useMediaText } from './i18n';
import { media, usesQuery, type MediaUse, type MediaUses } from './media.api';
import classes from './media.module.css';
import { typeName } from './media.model';

/** One picture: preview, alternative text, uses, replacement. */
export function MediaDrawer() {
  const t = useMediaText();
  const { id } = useParams({ from: '/media/$id' });
  const query = useQuery(usesQuery(id));
  return (
    <RoutedDrawer title={t('details')} closeTo={{ to: '/media', search: true }} size={560}>
      {(_close, leave) => (
        <DetailPage query={query}>
          {(found) => <Details key={found.item.picture.url} found={found} onGone={leave} />}
        </DetailPage>
      )}
    </RoutedDrawer>
  );
}

function Details({ found: { item, uses }, onGone }: { found: MediaUses; onGone: () => Promise<void> }) {
  const t = useMediaText();
  const { picture } = item;
  const large = picture.urls['1280'] ?? picture.urls['640'] ?? picture.url;
  return (
    <Stack gap={22}>
      <div>
        <div className={classes.preview}>
          <img src={large} alt="" width={picture.width} height={picture.height} />
        </div>
        <Group justify="space-between" mt={8} align="start">
          <div style={{ flex: '1 1 240px', minInlineSize: 0 }}>
            <bdi className={classes.file}>{picture.file_name}</bdi>
            <Text size="sm" c="dimmed">
              <bdi>{typeName(item.content_type)}</bdi> ·{' '}
              <bdi className="num">
                {picture.width}×{picture.height}
              </bdi>{' '}
              · <bdi>{formatBytes(item.size_bytes)}</bdi>
            </Text>
            {item.copies_bytes > 0 && (
              <Text size="sm" c="dimmed">
                {t('copies', { bytes: formatBytes(item.copies_bytes) })}
              </Text>
            )}
            {picture.status !== 'ready' && (
              <Text size="sm" c={picture.status === 'failed' ? 'red' : 'dimmed'}>
                {t(`status.${picture.status}`)}
              </Text>
            )}
          </div>
          <Button
            component="a"
            href={picture.url}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            size="compact-sm"
            leftSection={<IconExternalLink size={16} aria-hidden />}
            style={{ flex: 'none' }}
          >
            {t('open')}
          </Button>
        </Group>
      </div>
      <Words id={picture.id} alt={picture.alt} />
      <Uses uses={uses} />
      <PictureActions id={picture.id} name={picture.file_name} uses={uses} onGone={onGone} />
    </Stack>
  );
}

function Words({ id, alt }: { id: string; alt: { ar?: string; en?: string } }) {
  const t = useMediaText();
  const s = useShared();
  const may = useCan('update', 'Media');
  const save = useApiMutation({ run: describeImage, invalidates: [media.key] });
  const form = useApiForm({ initialValues: { alt: { ar: alt.ar ?? '', en: alt.en ?? '' } } });
  if (!may) return null;
  return (
    <Form
      form={form}
      label={t('alt')}
      onSave={(values) => save.mutateAsync({ id, alt: values.alt })}
      onSaved={() => toast.success(t('saved'))}
    >
      <Stack gap={10}>
        <TranslatedField form={form} name="alt" label={t('alt')} description={t('altText')} maxLength={200} />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={form.busy}>
            {s('save')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

const linkOf = (use: MediaUse): AppLink | null => {
  if (use.is_removed) return null;
  if (use.kind === 'setting') return { to: '/settings/store/general' };
  // Uses that the user may not see have no name.
  if (use.id === null) return null;
  if (use.kind === 'product' || use.kind === 'variant') return { to: '/products/edit/$id', params: { id: use.id } };
  if (use.kind === 'category') return { to: '/products-categories/list/$id', params: { id: use.id } };
  return null;
};

function Uses({ uses }: { uses: readonly MediaUse[] }) {
  const t = useMediaText();
  const { language } = useLanguage();
  const nameOf = (use: MediaUse) => {
    if (use.kind !== 'setting') return textOf(use.name, language);
    return t(use.code === 'logo' ? 'setting.logo' : use.code === 'favicon' ? 'setting.favicon' : 'setting.other');
  };
  return (
    <section>
      <Text component="h2" fw={600} size="sm" mb={6}>
        {t('usedIn')}
      </Text>
      {uses.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('unused')}
        </Text>
      ) : (
        <ul className={classes.uses}>
          {uses.map((use, place) => {
            const link = linkOf(use);
            return (
              <li key={`${use.kind}-${use.id ?? place}-${use.code}-${textOf(use.name, language)}`}>
                <Text span size="xs" c="dimmed">
                  {t(`kind.${use.kind}`)}
                </Text>
                {link ? (
                  <Link {...routerLink(link)} className={classes.use}>
                    <bdi>{nameOf(use)}</bdi>
                  </Link>
                ) : (
                  <bdi>{nameOf(use)}</bdi>
                )}
                {use.is_removed && <StatusBadge tone="gray">{t('removed')}</StatusBadge>}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function PictureActions({
  id,
  name,
  uses,
  onGone,
}: {
  id: string;
  name: string;
  uses: readonly MediaUse[];
  onGone: () => Promise<void>;
}) {
  const t = useMediaText();
  const s = useShared();
  const u = useUploadText();
  const client = useQueryClient();
  const mayUpdate = useCan('update', 'Media');
  const mayDelete = useCan('delete', 'Media');
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // A picture that a product uses must follow the rules of product photos.
  const limits = uses.some((use) => use.kind === 'product' || use.kind === 'variant')
    ? productImageLimits
    : imageLimits;
  const stale = [media.key, ['products'], ['categories'], ['settings']] as const;
  const replace = useApiMutation({
    run: (file: File) => replaceImage(id, file),
    invalidates: stale,
    done: () => toast.success(t('replaced')),
  });
  const remove = useApiMutation({
    run: () => deleteMedia(id),
    invalidates: [],
    done: () => toast.success(t('deleted')),
  });
  const take = async (file: File | undefined) => {
    if (!file) return;
    const fileProblem = await problemOf(file, limits);
    if (fileProblem) {
      const size = sizeText(limits);
      setProblem(fileProblem === 'dimensions' ? u('upload.dimensions', { size }) : u(`upload.${fileProblem}`));
      return;
    }
    setProblem(null);
    replace.mutate(file, {
      onError: (failure) => setProblem((failure as { messages?: string[] }).messages?.[0] ?? u('upload.failed')),
    });
  };
  const ask = async () => {
    const isConfirmed = await confirm({
      title: t('deleteOneAsk', { name }),
      text: t('deleteOneText'),
      confirm: s('delete'),
      danger: true,
    });
    if (!isConfirmed) return;
    await remove.mutateAsync(undefined).then(
      async () => {
        // Navigates away first: the refetch must not request the deleted picture.
        await onGone();
        await client.invalidateQueries({ queryKey: media.key });
      },
      () => undefined,
    );
  };
  if (!mayUpdate && !mayDelete) return null;
  return (
    <Stack gap={10}>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {uses.length > 0 && mayDelete && (
        <Text size="sm" c="dimmed" id="media-in-use">
          {t('inUse')}
        </Text>
      )}
      <Group justify="space-between">
        {mayUpdate && (
          <>
            <input
              ref={input}
              type="file"
              hidden
              accept={limits.types.join(',')}
              data-replace
              onChange={(event) => {
                void take(event.currentTarget.files?.[0]);
                event.currentTarget.value = '';
              }}
            />
            <Button
              variant="default"
              loading={replace.isPending}
              title={t('replaceText')}
              leftSection={<IconReplace size={16} aria-hidden />}
              onClick={() => input.current?.click()}
            >
              {t('replace')}
            </Button>
          </>
        )}
        {mayDelete && (
          <Button
            color="red"
            variant="subtle"
            disabled={uses.length > 0}
            aria-describedby={uses.length > 0 ? 'media-in-use' : undefined}
            loading={remove.isPending}
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => void ask()}
          >
            {s('delete')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
