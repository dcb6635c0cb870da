import { Text } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useSession } from '@/shared/session/session';
import classes from './shell.module.css';

/** The store's own name, or the platform's while there is none. */
export function Brand({ compact = false }: { compact?: boolean }) {
  const s = useShared();
  const { language } = useLanguage();
  const { store } = useSession();
  const name = textOf(store?.name, language) || s('platform');
  return (
    <div className={classes.brand}>
      <span className={classes.logo}>
        <IconBuildingStore size={19} stroke={1.8} aria-hidden />
      </span>
      {!compact && (
        <Text fw={600} fz={16} truncate>
          <bdi>{name}</bdi>
        </Text>
      )}
    </div>
  );
}
