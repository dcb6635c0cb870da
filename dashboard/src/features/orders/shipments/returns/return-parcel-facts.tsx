import { ActionIcon, Anchor, Box, Group, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { addressLines } from '@/modules/address/address';
import { useLanguage } from '@/shared/i18n/language';
import { copyText } from '@/shared/ui/copy';
import { Time } from '@/shared/ui/time';
import { isolatedLines } from '../courier/isolated-lines';
import classes from '../shipments.module.css';
import { useReturnParcelText } from './i18n';
import type { ReturnParcel } from './return-parcels.api';

/** Courier and tracking, the address where that is not the order's, the note. */
export function ReturnParcelFacts({ parcel, courier }: { parcel: ReturnParcel; courier: string }) {
  const t = useReturnParcelText();
  const { language } = useLanguage();
  return (
    <>
      <div className={classes.facts}>
        <bdi>{courier}</bdi>
        {parcel.tracking_no && (
          <Group gap={2} wrap="nowrap">
            <span className="num">{parcel.tracking_no}</span>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={t('copyNumber')}
              onClick={() => void copyText(parcel.tracking_no)}
            >
              <IconCopy size={14} />
            </ActionIcon>
          </Group>
        )}
        {parcel.tracking_url && (
          <Anchor href={parcel.tracking_url} target="_blank" rel="noopener noreferrer nofollow" size="xs">
            <Group gap={4} wrap="nowrap" component="span">
              {t('follow')}
              <IconExternalLink size={13} aria-hidden />
            </Group>
          </Anchor>
        )}
        {parcel.address && <bdi>{isolatedLines(addressLines(parcel.address, language))}</bdi>}
      </div>
      {parcel.note && (
        <Text size="sm" component="div" dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {parcel.note}
        </Text>
      )}
    </>
  );
}

/** The courier's steps behind a button, the newest first. */
export function ReturnParcelSteps({ parcel }: { parcel: ReturnParcel }) {
  const t = useReturnParcelText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Box>
      <UnstyledButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} fz={13} c="dimmed">
        <Group gap={4} wrap="nowrap">
          {t('updates')}
          <IconChevronDown size={14} aria-hidden style={isOpen ? { transform: 'rotate(180deg)' } : undefined} />
        </Group>
      </UnstyledButton>
      {isOpen && (
        <ol className={classes.history} aria-label={t('updates')}>
          {parcel.events.toReversed().map((event, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the courier gives events no id, and repeats them
            <li key={`${at} ${event.step}`}>
              <div>
                {event.label}
                {event.at && (
                  <Text span size="xs" c="dimmed">
                    {' · '}
                    <Time value={event.at} style="full" />
                  </Text>
                )}
                {event.words && event.words !== event.label && (
                  <Text size="xs" component="div" dir="auto" style={{ overflowWrap: 'anywhere' }}>
                    {event.words}
                  </Text>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </Box>
  );
}
