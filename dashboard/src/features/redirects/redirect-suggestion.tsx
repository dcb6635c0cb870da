import { Alert, Button, Group, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRedirectText } from './i18n';
import { suggestionQuery } from './redirects.api';
import classes from './redirects.module.css';

/** What the store has at the old link, or a page with a name like it to lead to. */
export function RedirectSuggestion({
  address,
  isOffered,
  onUse,
}: {
  address: string;
  /** A target may be filled in. */
  isOffered: boolean;
  onUse: (target: string) => void;
}) {
  const t = useRedirectText();
  const { data } = useQuery({ ...suggestionQuery(address), enabled: address.length > 1 });
  return (
    <div role="status">
      {data?.is_live && (
        <Alert color="yellow" icon={<IconInfoCircle size={18} aria-hidden />} title={t('form.live')}>
          {t('form.liveText')}
        </Alert>
      )}
      {isOffered && data?.target && (
        <Group gap={8}>
          <Text size="sm" c="dimmed">
            {t('form.suggested')}
          </Text>
          <Button
            variant="light"
            size="compact-sm"
            aria-label={t('form.use', { target: data.target })}
            onClick={() => onUse(data.target ?? '')}
          >
            <bdi className={classes.path}>{data.target}</bdi>
          </Button>
        </Group>
      )}
    </div>
  );
}
