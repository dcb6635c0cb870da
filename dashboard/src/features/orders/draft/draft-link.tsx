import { Alert, Anchor, Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconBrandWhatsapp, IconCopy, IconExternalLink, IconLinkPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { whatsappLink } from '@/modules/person/mobile';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useSession } from '@/shared/session/session';
import { copyText } from '@/shared/ui/copy';
import { Section } from '@/shared/ui/page';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import { toastOrderError } from '../order-failure';
import { orders } from '../orders.api';
import { closeLink, draftQuery, openLink, type DraftView } from './draft.api';
import { useOrderDraftText } from './i18n';

const days = [1, 3, 7, 14, 30];

/** The link on which the customer reviews and confirms the draft. */
export function DraftLink({ draft, dirty }: { draft: DraftView; dirty: boolean }) {
  const t = useOrderDraftText();
  const client = useQueryClient();
  const [chosen, setChosen] = useState('3');
  const cacheDraft = (next: DraftView) => client.setQueryData(draftQuery(draft.id).queryKey, next);
  const open = useApiMutation({ run: () => openLink(draft.id, Number(chosen)), invalidates: [orders.key] });
  const close = useApiMutation({ run: () => closeLink(draft.id), invalidates: [orders.key] });
  const { link } = draft;
  const works = link !== null && !link.is_expired;
  const createLink = () =>
    void open
      .mutateAsync(undefined)
      .then((next) => {
        cacheDraft(next);
        toast.success(t('link.made'));
      })
      .catch(toastOrderError);
  const withdraw = () =>
    void close
      .mutateAsync(undefined)
      .then((next) => {
        cacheDraft(next);
        toast.success(t('link.withdrawn'));
      })
      .catch(toastOrderError);
  return (
    <Section title={t('link')} text={t('link.text')}>
      <Stack gap={14}>
        {dirty && (
          <Alert color="yellow" p={10}>
            {t('link.dirty')}
          </Alert>
        )}
        {works && <OpenLink draft={draft} url={link.url} until={link.until} />}
        {link?.is_expired && (
          <Text size="sm" c="dimmed">
            {t('link.expired')}
          </Text>
        )}
        <Group gap={8} align="flex-end" wrap="nowrap">
          <Select
            label={t('link.days')}
            allowDeselect={false}
            flex={1}
            data={days.map((count) => ({ value: String(count), label: t('link.dayCount', { count }) }))}
            value={chosen}
            onChange={(next) => next && setChosen(next)}
          />
          <Button
            variant={works ? 'default' : 'filled'}
            leftSection={<IconLinkPlus size={16} aria-hidden />}
            loading={open.isPending}
            onClick={createLink}
          >
            {t(works ? 'link.makeAnother' : 'link.make')}
          </Button>
        </Group>
        {works && (
          <Button variant="subtle" color="red" size="xs" loading={close.isPending} onClick={withdraw}>
            {t('link.withdraw')}
          </Button>
        )}
      </Stack>
    </Section>
  );
}

function OpenLink({ draft, url, until }: { draft: DraftView; url: string; until: string }) {
  const t = useOrderDraftText();
  const store = useSession().store?.name ?? '';
  const { name, mobile } = draft.customer;
  const message = t('link.message', { name, store, url });
  return (
    <>
      <Text size="sm">
        {t('link.until')} <Time value={until} style="full" />
      </Text>
      <Group gap={8}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCopy size={15} aria-hidden />}
          onClick={() => void copyText(url, { done: t('link.copied') })}
        >
          {t('link.copy')}
        </Button>
        {mobile && (
          <Button
            variant="default"
            size="xs"
            component="a"
            href={`${whatsappLink(mobile)}?text=${encodeURIComponent(message)}`}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconBrandWhatsapp size={16} aria-hidden />}
          >
            {t('link.whatsapp')}
          </Button>
        )}
        <Anchor href={url} target="_blank" rel="noreferrer" size="sm" data-draft-link>
          <IconExternalLink size={15} aria-hidden style={{ verticalAlign: 'middle' }} /> {t('link.opens')}
        </Anchor>
      </Group>
    </>
  );
}
