import { ActionIcon, Anchor, Group } from '@mantine/core';
import { IconCopy, IconExternalLink } from '@tabler/icons-react';
import { copyText } from '@/shared/ui/copy';
import { useShipmentText } from './i18n';

/** A parcel's number at its courier, to copy, and the courier's page of it: each where there is one. */
export function TrackingNumber({ number, url }: { number: string; url: string | null }) {
  const t = useShipmentText();
  return (
    <>
      {number && (
        <Group gap={2} wrap="nowrap">
          <span className="num">{number}</span>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('copyNumber')}
            onClick={() => void copyText(number)}
          >
            <IconCopy size={14} />
          </ActionIcon>
        </Group>
      )}
      {url && (
        <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow" size="xs">
          <Group gap={4} wrap="nowrap" component="span">
            {t('follow')}
            <IconExternalLink size={13} aria-hidden />
          </Group>
        </Anchor>
      )}
    </>
  );
}
