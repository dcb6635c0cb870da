import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPrinter, IconX } from '@tabler/icons-react';
import { isolated } from '../shipments.model';
import { useReturnParcelText } from './i18n';
import { printReturnLabel, type ReturnParcel } from './return-parcels.api';

/** The menu of a return: the courier's label while it is booked, and cancelling. */
export function ReturnParcelMenu({
  parcel,
  courier,
  onCancel,
}: {
  parcel: ReturnParcel;
  courier: string;
  /** Not for a member who may not update orders. */
  onCancel: (() => Promise<void>) | undefined;
}) {
  const t = useReturnParcelText();
  const hasLabel = parcel.state === 'booked' && parcel.step !== 'returned';
  const mayCancel = onCancel !== undefined && parcel.can_cancel;
  if (!hasLabel && !mayCancel) return null;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actions', { number: isolated(parcel.number) })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {hasLabel &&
          (['a6', 'a4'] as const).map((size) => (
            <Menu.Item
              key={size}
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => void printReturnLabel(parcel.id, size).catch(() => undefined)}
            >
              {t(`label.${size}`, { courier: `\u2068${courier}\u2069` })}
            </Menu.Item>
          ))}
        {mayCancel && (
          <Menu.Item color="red" leftSection={<IconX size={16} aria-hidden />} onClick={() => void onCancel()}>
            {t('cancel')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
