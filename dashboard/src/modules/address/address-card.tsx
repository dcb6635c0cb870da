import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { MobileLine, CopyAction } from '../person/contact';
import { Fragment } from 'react';
import { useLanguage } from '@/shared/i18n/language';
import { addressParts, addressText, mapLink, partsJoiner, type Address } from './address';
import { useAddressText } from './i18n';

/** An address as on a parcel, with links to the map and to copy it for a courier. */
export function AddressLines({ address, showRecipient = true }: { address: Address; showRecipient?: boolean }) {
  const t = useAddressText();
  const { language } = useLanguage();
  return (
    <Stack gap={4}>
      {showRecipient && (
        <>
          <Text size="sm" fw={500} component="div">
            <bdi>{address.name}</bdi>
          </Text>
          {address.mobile && <MobileLine mobile={address.mobile} />}
        </>
      )}
      <Text size="sm" component="address" style={{ fontStyle: 'normal' }}>
        {addressParts(address, language).map((parts) => (
          <div key={parts.join()}>
            {/* Each part keeps its own direction; the line follows the page. */}
            {parts.map((part, index) => (
              <Fragment key={part}>
                {index > 0 && partsJoiner(language)}
                <bdi>{part}</bdi>
              </Fragment>
            ))}
          </div>
        ))}
      </Text>
      {address.short_address && <Fact label={t('shortAddress')} value={address.short_address} />}
      {address.postal_code && <Fact label={t('postalCode')} value={address.postal_code} />}
      {address.details && (
        <Text size="sm" c="dimmed">
          <bdi>{address.details}</bdi>
        </Text>
      )}
      <Group justify="space-between" gap={8} mt={4} wrap="nowrap">
        <Anchor href={mapLink(address)} target="_blank" rel="noreferrer" size="sm">
          <Group gap={5} wrap="nowrap" component="span">
            <IconMapPin size={16} aria-hidden />
            {t('map')}
          </Group>
        </Anchor>
        <CopyAction value={addressText(address, language)} label={t('copy')} />
      </Group>
    </Stack>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <Text size="sm" c="dimmed" component="div">
      {label}:{' '}
      <Text span c="var(--mantine-color-text)" className="num">
        {value}
      </Text>
    </Text>
  );
}
